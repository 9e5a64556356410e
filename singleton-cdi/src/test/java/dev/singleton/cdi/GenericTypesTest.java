package dev.singleton.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.Proxy;
import dev.singleton.SingletonActor;
import dev.singleton.SingletonContext;
import java.lang.reflect.Type;
import java.util.List;
import org.junit.jupiter.api.Test;

class GenericTypesTest {

    record Job(String id) {}

    static class Plain implements SingletonActor<Job> {
        @Override
        public void receive(Job message, SingletonContext<Job> context) {}
    }

    abstract static class Base<K, M> implements SingletonActor<M> {}

    abstract static class Middle<T> extends Base<String, List<T>> {}

    abstract static class Deep extends Middle<Job> {}

    abstract static class ViaBase extends Base<String, Job> {}

    interface Jobs extends SingletonActor<Job> {}

    abstract static class ViaInterface implements Jobs {}

    @SuppressWarnings("rawtypes")
    abstract static class Raw implements SingletonActor {}

    abstract static class Open<M> implements SingletonActor<M> {}

    @SuppressWarnings("unused")
    private Proxy<List<Job>> jobs;

    @Test
    void theMessageTypeIsFoundThroughSuperclassesAndInterfaces() {
        assertThat(messageType(Plain.class)).isEqualTo(Job.class);
        assertThat(messageType(ViaBase.class)).isEqualTo(Job.class);
        assertThat(messageType(ViaInterface.class)).isEqualTo(Job.class);
    }

    @Test
    void aNestedTypeArgumentIsFilledInOnTheWay() throws NoSuchFieldException {
        Type found = messageType(Deep.class);
        assertThat(GenericTypes.text(found)).isEqualTo("java.util.List<" + Job.class.getCanonicalName() + ">");
        assertThat(GenericTypes.erasure(found)).isEqualTo(List.class);
        Type reflected = GenericTypesTest.class.getDeclaredField("jobs").getGenericType();
        Type made = GenericTypes.parameterized(Proxy.class, found);
        assertThat(made).isEqualTo(reflected).hasSameHashCodeAs(reflected);
        assertThat(reflected).isEqualTo(made);
    }

    @Test
    void whatIsLeftOpenIsNotConcrete() {
        assertThat(GenericTypes.argument(Raw.class, SingletonActor.class)).isEmpty();
        assertThat(GenericTypes.concrete(messageType(Open.class))).isFalse();
        assertThat(GenericTypes.concrete(messageType(Deep.class))).isTrue();
    }

    private static Type messageType(Class<?> actor) {
        return GenericTypes.argument(actor, SingletonActor.class).orElseThrow();
    }
}

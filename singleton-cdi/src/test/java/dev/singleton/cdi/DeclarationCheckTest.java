package dev.singleton.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.Proxy;
import dev.singleton.Singleton;
import dev.singleton.SingletonActor;
import dev.singleton.SingletonContext;
import dev.singleton.codec.CborMessageCodec;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Provider;
import jakarta.inject.Qualifier;
import java.lang.annotation.Annotation;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What an application declares")
class DeclarationCheckTest {

    record Job(String id) {}

    record Mail(String to) {}

    record Unsendable(Thread thread) {}

    @Singleton("jobs")
    static class Jobs implements SingletonActor<Job> {
        @Override
        public void receive(Job message, SingletonContext<Job> context) {}
    }

    @Singleton("jobs")
    static class OtherJobs extends Jobs {}

    @Singleton(value = "billing", role = "backend")
    static class Billing extends Jobs {}

    @Singleton("plain")
    static class NoActor {}

    @Singleton("open")
    static class OpenActor<M> implements SingletonActor<M> {
        @Override
        public void receive(M message, SingletonContext<M> context) {}
    }

    @Singleton("abstract")
    abstract static class AbstractActor extends Jobs {}

    @Singleton("Bad_Name")
    static class BadName extends Jobs {}

    @Singleton(value = "jobs", role = " ")
    static class BlankRole extends Jobs {}

    @Singleton("unsendable")
    static class Sends implements SingletonActor<Unsendable> {
        @Override
        public void receive(Unsendable message, SingletonContext<Unsendable> context) {}
    }

    @Qualifier
    @Retention(RetentionPolicy.RUNTIME)
    @interface Mine {}

    @SuppressWarnings({"rawtypes", "unused"})
    static class Holder<T> {
        @Singleton("jobs")
        Proxy<Job> jobs;

        @Singleton("jobs")
        Instance<Proxy<Job>> instance;

        @Singleton("jobs")
        Provider<Proxy<Job>> provider;

        @Any
        Instance<Proxy<Job>> selects;

        @Mine
        Proxy<Job> mine;

        @Singleton("jobs")
        Proxy<Mail> mails;

        @Singleton(value = "billing", role = "front")
        Proxy<Job> frontBilling;

        @Singleton("billing")
        Proxy<Job> billing;

        @Singleton("jobs")
        Proxy raw;

        @Singleton("jobs")
        Proxy<T> open;

        @Singleton("jobs")
        Proxy<? extends Job> wildcard;

        Proxy<Job> unnamed;
        Instance<Proxy<Job>> unnamedInstance;

        @jakarta.inject.Singleton
        Proxy<Job> wrongImport;

        @Singleton("9lives")
        Proxy<Job> badName;

        Jobs actor;

        @Singleton("jobs")
        SingletonActor<Job> actorByName;

        SingletonActor<Job> somebodysActor;
    }

    private final Declarations declarations = new Declarations();
    private final Faults faults = new Faults();

    @Test
    void aClassAndItsHandlesAreOneSingleton() {
        actor(Jobs.class);
        sites("jobs", "instance", "provider");
        assertThat(check().all()).singleElement().satisfies(jobs -> {
            assertThat(jobs.name()).isEqualTo("jobs");
            assertThat(jobs.key().messageType()).isEqualTo(Job.class);
            assertThat(jobs.actor()).contains(Jobs.class);
            assertThat(jobs.handleType()).isEqualTo(field("jobs").getGenericType());
        });
        assertThat(faults.texts()).isEmpty();
    }

    @Test
    void withoutAClassItIsOnlyReferenced() {
        sites("jobs");
        assertThat(check().all())
                .singleElement()
                .satisfies(jobs -> assertThat(jobs.actor()).isEmpty());
        assertThat(faults.texts()).isEmpty();
    }

    @Test
    void whoLeavesTheRoleOutTakesTheClasss() {
        actor(Billing.class);
        sites("billing");
        assertThat(check().all())
                .singleElement()
                .satisfies(billing -> assertThat(billing.key().role()).isEqualTo("backend"));
        assertThat(faults.texts()).isEmpty();
    }

    @Test
    void whatTheApplicationSelectsOrProducesItselfIsItsOwnAffair() {
        sites("selects", "mine", "somebodysActor");
        assertThat(check().all()).isEmpty();
        assertThat(faults.texts()).isEmpty();
    }

    @Test
    void twoClassesForOneNameAreBothNamed() {
        actor(Jobs.class);
        actor(OtherJobs.class);
        assertFault("class " + Jobs.class.getName() + " and class " + OtherJobs.class.getName(), "another name");
    }

    @Test
    void aClassThatIsNoActorIsToldWhatToImplement() {
        actor(NoActor.class);
        assertFault(NoActor.class.getName(), "does not implement dev.singleton.SingletonActor");
    }

    @Test
    void anActorMustSayItsMessageType() {
        actor(OpenActor.class);
        assertFault(OpenActor.class.getName(), "does not say of which type its messages are");
    }

    @Test
    void anAbstractClassCannotRun() {
        actor(AbstractActor.class);
        assertFault(AbstractActor.class.getName(), "is abstract", "move the annotation");
    }

    @Test
    void badNamesAndBlankRolesSayTheirRule() {
        actor(BadName.class);
        actor(BlankRole.class);
        sites("badName");
        check();
        assertThat(faults.texts())
                .hasSize(3)
                .anySatisfy(text -> assertThat(text).contains(BadName.class.getName(), "'Bad_Name'", "[a-z][a-z0-9-]*"))
                .anySatisfy(text -> assertThat(text).contains(BlankRole.class.getName(), "role", "blank"))
                .anySatisfy(text -> assertThat(text).contains("badName", "'9lives'"));
    }

    @Test
    void aScopeOnAnActorMakesNoSense() {
        declarations.actorClass(Jobs.class, declared(Jobs.class), List.of(RequestScoped.class), Optional.empty());
        assertFault(Jobs.class.getName(), "@jakarta.enterprise.context.RequestScoped", "remove");
    }

    @Test
    void aClassThatIsNoBeanSaysWhy() {
        declarations.actorClass(Jobs.class, declared(Jobs.class), List.of(), Optional.of("is an inner class"));
        assertFault(Jobs.class.getName(), "is an inner class");
    }

    @Test
    void disagreeingMessageTypesNameBothPlacesAndTheMend() {
        actor(Jobs.class);
        sites("mails");
        assertFault(Jobs.class.getName(), "mails", Mail.class.getName(), "make the injection point Proxy<");
    }

    @Test
    void disagreeingRolesNameBoth() {
        actor(Billing.class);
        sites("frontBilling");
        assertFault("roles of singleton 'billing' disagree", "'backend'", "'front'");
    }

    @Test
    void rawAndOpenHandlesAreToldToNameTheirType() {
        sites("raw", "open", "wildcard");
        check();
        assertThat(faults.texts())
                .hasSize(3)
                .anySatisfy(text -> assertThat(text).contains("raw", "write Proxy<M>"))
                .anySatisfy(text -> assertThat(text).contains("open", "leaves the message type open"))
                .anySatisfy(text -> assertThat(text).contains("wildcard", "leaves the message type open"));
    }

    @Test
    void aHandleWithoutANameAsksForOne() {
        sites("unnamed", "unnamedInstance");
        check();
        assertThat(faults.texts())
                .hasSize(2)
                .allSatisfy(text -> assertThat(text).contains("names no singleton", "@dev.singleton.Singleton"))
                .anySatisfy(text -> assertThat(text).contains("unnamedInstance", "select(Singleton.Literal.of("));
    }

    @Test
    void theWrongSingletonIsToldTheRightImport() {
        sites("wrongImport");
        assertFault("wrongImport", "@jakarta.inject.Singleton", "import dev.singleton.Singleton");
    }

    @Test
    void anActorCannotBeInjected() {
        actor(Jobs.class);
        sites("actor", "actorByName");
        check();
        assertThat(faults.texts())
                .hasSize(2)
                .allSatisfy(text ->
                        assertThat(text).contains("lives on one node only", "inject @Singleton(\"jobs\") Proxy<"));
    }

    @Test
    void aMessageThatCannotTravelNamesWhoDeclaresIt() {
        actor(Sends.class);
        assertFault("singleton 'unsendable'", Sends.class.getName(), "java.lang.Thread");
    }

    @Test
    void allFaultsComeInOneException() {
        actor(NoActor.class);
        sites("raw", "unnamed");
        check();
        assertThat(faults.asException().orElseThrow())
                .hasMessageContainingAll("3 faults", "1. class", "2. Injection point", "3. Injection point");
    }

    private void assertFault(String... parts) {
        check();
        assertThat(faults.texts())
                .singleElement()
                .satisfies(text -> assertThat(text).contains(parts));
    }

    private DeclaredSingletons check() {
        return DeclarationCheck.check(declarations, new CborMessageCodec(), faults);
    }

    private void actor(Class<?> type) {
        declarations.actorClass(type, declared(type), List.of(), Optional.empty());
    }

    private static Singleton declared(Class<?> type) {
        return type.getAnnotation(Singleton.class);
    }

    private void sites(String... fields) {
        for (String name : fields) {
            Field field = field(name);
            List<Annotation> annotations = List.of(field.getAnnotations());
            declarations.injectionPoint("Holder." + name, field.getGenericType(), annotations);
        }
    }

    private static Field field(String name) {
        try {
            return Holder.class.getDeclaredField(name);
        } catch (NoSuchFieldException unknown) {
            throw new IllegalArgumentException(unknown);
        }
    }
}

package dev.singleton.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.ClusterSingletons;
import dev.singleton.Proxy;
import dev.singleton.Singleton;
import dev.singleton.SingletonActor;
import dev.singleton.SingletonContext;
import dev.singleton.SingletonKey;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.util.TypeLiteral;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A handle is injected")
class InjectionTest {

    record Job(String id) {}

    record Order(int number) {}

    @Singleton("jobs")
    static class Jobs implements SingletonActor<Job> {
        @Override
        public void receive(Job message, SingletonContext<Job> context) {}
    }

    record Asked(String what) {}

    @jakarta.inject.Singleton
    static class Holder {
        @Inject
        @Singleton("jobs")
        Proxy<Job> field;

        @Inject
        @Singleton("jobs")
        Instance<Proxy<Job>> instance;

        @Inject
        @Singleton("jobs")
        Provider<Proxy<Job>> provider;

        @Inject
        @Any
        Instance<Proxy<Job>> any;

        @Inject
        @Singleton("elsewhere")
        Proxy<Order> elsewhere;

        @Inject
        ClusterSingletons singletons;

        Proxy<Job> byMethod;
        Proxy<Job> byConstructor;
        Proxy<Job> byObserver;

        @Inject
        Holder(@Singleton("jobs") Proxy<Job> byConstructor) {
            this.byConstructor = byConstructor;
        }

        @Inject
        void take(@Singleton("jobs") Proxy<Job> handle) {
            this.byMethod = handle;
        }

        void asked(@Observes Asked asked, @Singleton("jobs") Proxy<Job> handle) {
            this.byObserver = handle;
        }
    }

    abstract static class Sends<M> {
        @Inject
        @Singleton("elsewhere")
        Proxy<M> inherited;
    }

    @jakarta.inject.Singleton
    static class SendsOrders extends Sends<Order> {}

    /** As a test of an application would do it. */
    @Dependent
    @Alternative
    @Priority(1)
    static class Mocks {
        static final Proxy<Job> MOCK = new FakeProxy<>(SingletonKey.of("jobs", Job.class));

        @Produces
        @Singleton("jobs")
        Proxy<Job> mock() {
            return MOCK;
        }
    }

    /** As one would do it, too. */
    @Dependent
    @Alternative
    @Priority(1)
    @Singleton("jobs")
    static class Mock extends FakeProxy<Job> {
        @Inject
        Mock() {
            super(SingletonKey.of("jobs", Job.class));
        }
    }

    /** Not selected. */
    @Alternative
    @Singleton("jobs")
    static class OtherJobs extends Jobs {}

    private final FakeNode node = new FakeNode();
    private Deployment.Running application;
    private Holder holder;

    @BeforeEach
    void deploy() {
        application = Deployment.on(node, Jobs.class, Holder.class).start();
        holder = application.get(Holder.class);
    }

    @AfterEach
    void undeploy() {
        application.close();
    }

    @Test
    void intoFieldConstructorMethodAndObserverAndIsTheApplicationsOneObject() {
        Event<Object> events = application.container().event();
        events.fire(new Asked("for a handle"));
        Proxy<Job> one = holder.field;
        one.tell(new Job("1"));
        assertThat(node.<Job>handle("jobs").buffered).containsExactly(new Job("1"));
        assertThat(holder.byConstructor).isSameAs(one);
        assertThat(holder.byMethod).isSameAs(one);
        assertThat(holder.byObserver).isSameAs(one);
    }

    @Test
    void byInstanceProviderAndLiteral() {
        Proxy<Job> one = holder.field;
        assertThat(holder.instance.get()).isSameAs(one);
        assertThat(holder.provider.get()).isSameAs(one);
        assertThat(holder.any.select(Singleton.Literal.of("jobs")).get()).isSameAs(one);
        assertThat(application
                        .container()
                        .select(new TypeLiteral<Proxy<Job>>() {}, Singleton.Literal.of("jobs"))
                        .get())
                .isSameAs(one);
        assertThat(holder.any.select(Singleton.Literal.of("nobody")).isUnsatisfied())
                .isTrue();
    }

    @Test
    void andIsTheOneThatTheNodeGivesByHand() {
        assertThat(holder.singletons.ref(SingletonKey.of("jobs", Job.class))).isSameAs(holder.field);
    }

    @Test
    void ofASingletonThatLivesElsewhere() {
        assertThat(holder.elsewhere.key().messageType()).isEqualTo(Order.class);
        assertThat(node.journal).contains("ref elsewhere");
        assertThat(node.started).containsOnlyKeys("jobs");
    }

    @Test
    void intoAFieldWhoseTypeASubclassFillsIn() {
        try (Deployment.Running other =
                Deployment.on(new FakeNode(), SendsOrders.class).start()) {
            assertThat(other.get(SendsOrders.class).inherited.key().messageType())
                    .isEqualTo(Order.class);
        }
    }

    @Test
    void unlessTheApplicationPutsAnAlternativeInItsPlace() {
        try (Deployment.Running other = Deployment.on(
                        new FakeNode(), Jobs.class, OtherJobs.class, Holder.class, Mocks.class)
                .start()) {
            assertThat(other.get(Holder.class).field).isSameAs(Mocks.MOCK);
            assertThat(other.get(Holder.class).elsewhere).isNotNull();
        }
    }

    @Test
    void orAClassOfItsOwnThatIsAHandle() {
        try (Deployment.Running other = Deployment.on(new FakeNode(), Jobs.class, Holder.class, Mock.class)
                .start()) {
            assertThat(other.get(Holder.class).field).isInstanceOf(Mock.class);
        }
    }

    @Test
    void whileTheClassItselfIsNoAnswerToItsName() {
        assertThat(application
                        .container()
                        .select(Object.class, Singleton.Literal.of("jobs"))
                        .isResolvable())
                .isTrue();
        assertThat(application.container().select(Jobs.class).isUnsatisfied()).isTrue();
    }
}

package dev.singleton.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.singleton.NodeId;
import dev.singleton.Proxy;
import dev.singleton.Singleton;
import dev.singleton.SingletonActor;
import dev.singleton.SingletonContext;
import dev.singleton.spi.Lease;
import dev.singleton.spi.LeaseProvider;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Mistakes")
class MistakesTest {

    record Job(String id) {}

    record Mail(String to) {}

    @Singleton("scoped")
    @RequestScoped
    static class Scoped implements SingletonActor<Job> {
        @Override
        public void receive(Job message, SingletonContext<Job> context) {}
    }

    @Singleton("jobs")
    static class Jobs implements SingletonActor<Job> {
        @Override
        public void receive(Job message, SingletonContext<Job> context) {}
    }

    @Singleton("plain")
    static class NoActor {}

    @SuppressWarnings("ClassCanBeStatic")
    @Singleton("inner")
    class InnerActor extends Jobs {}

    @Singleton("hidden")
    static class NoConstructor extends Jobs {
        NoConstructor(String name) {
            assertThat(name).isNotNull();
        }
    }

    @Singleton("Bad_Name")
    static class BadName extends Jobs {}

    @Singleton("jobs")
    static class Twice extends Jobs {}

    static class Actors {
        @Inject
        Jobs actor;

        @Inject
        @Singleton("twins")
        Proxy<Job> jobs;

        @Inject
        @Singleton("twins")
        Proxy<Mail> mails;
    }

    @ApplicationScoped
    @SuppressWarnings("rawtypes")
    static class Holder {
        @Inject
        @Singleton("raw")
        Proxy raw;

        @Inject
        Proxy<Job> unnamed;

        @Inject
        @jakarta.inject.Singleton
        Proxy<Job> wrongImport;

        void startup(@Observes String event, @Singleton("threads") Proxy<Thread> threads) {}
    }

    /** Stands beside a mistake in a signature, and its bound names itself. */
    static class Beside<T extends Comparable<T>> {
        @Inject
        void take(Instance<T> unusedValues, int[] unusedNumbers, @Singleton("9lives") Proxy<Job> unusedName) {}
    }

    static class BesideStrings extends Beside<String> {}

    /** All mistakes that a class or an injection point can have. */
    static final Class<?>[] DECLARATIONS = {
        Scoped.class,
        Jobs.class,
        NoActor.class,
        InnerActor.class,
        NoConstructor.class,
        BadName.class,
        Twice.class,
        Actors.class,
        Holder.class,
        BesideStrings.class
    };

    private final FakeNode node = new FakeNode();

    @Test
    void areAllReportedAtOnceAndNothingStarts() {
        Throwable failure = catchThrowable(() -> Deployment.on(node, DECLARATIONS)
                .with("singleton.default.quorum", "many")
                .with("singleton.type.raw.ask-timeout", "soon")
                .with("singleton.hazelcast.port", "0")
                .with("singleton.type.raw.lease", "etcd")
                .with("singleton.lease.cp.member-count", "2")
                .start());
        assertThat(failure)
                .hasMessageContainingAll(
                        "18 faults",
                        Scoped.class.getName() + " is singleton 'scoped' and also carries",
                        Jobs.class.getName() + " and class " + Twice.class.getName() + ": one class for each name",
                        NoActor.class.getName() + " carries @Singleton(\"plain\") and does not implement",
                        InnerActor.class.getName() + " carries @Singleton(\"inner\") and is an inner class",
                        NoConstructor.class.getName() + " carries @Singleton(\"hidden\") and is no bean",
                        "'Bad_Name'",
                        Actors.class.getName() + ".actor asks for the actor",
                        "message types of singleton 'twins' disagree",
                        Holder.class.getName() + ".raw is a raw Proxy",
                        Holder.class.getName() + ".unnamed is a Proxy that names no singleton",
                        Holder.class.getName() + ".wrongImport carries @jakarta.inject.Singleton",
                        Holder.class.getName() + ".startup(String, Proxy), parameter 2",
                        ".take(Instance, int[], Proxy), parameter 3",
                        "singleton.default.quorum is 'many'",
                        "singleton.type.raw.ask-timeout is 'soon'",
                        "singleton.hazelcast.port is '0'",
                        "lease is 'etcd' (singleton 'raw')",
                        "singleton.lease.cp.member-count = 2");
        assertThat(node.journal).isEmpty();
    }

    /** A provider that is there to be named. */
    @ApplicationScoped
    static class OwnLeases implements LeaseProvider {
        @Override
        public String name() {
            return "own";
        }

        @Override
        public Lease lease(String typeName, NodeId self, Lease.Listener listener) {
            throw new IllegalStateException("nothing is hosted in this test");
        }
    }

    @Test
    void inTheNamesOfLeaseProvidersAreToldTogetherBeforeTheNodeJoinsAnything() {
        Throwable failure = catchThrowable(() -> Deployment.on(node, Jobs.class, OwnLeases.class)
                .with("singleton.type.jobs.lease", "etcd")
                .with("singleton.type.by-hand.lease", "etcd")
                .with("singleton.type.mails.lease", "zookeeper")
                .with("singleton.type.good.lease", "own")
                .with("singleton.default.lease", "memroy")
                .start());
        assertThat(failure)
                .hasMessageContainingAll(
                        "3 faults",
                        "lease is 'etcd' (singleton 'by-hand', singleton 'jobs')",
                        "lease is 'zookeeper' (singleton 'mails')",
                        "lease is 'memroy' (singleton.default.lease)",
                        "known are none, own, memory, cp");
        assertThat(node.journal).isEmpty();
    }

    @Test
    void inSettingsAreReportedWithKeyAndRuleEvenWithoutAnySingleton() {
        Throwable failure = catchThrowable(
                () -> Deployment.on(node).with("singleton.enabled", "perhaps").start());
        assertThat(failure).hasMessageContaining("singleton.enabled is 'perhaps' and must be true or false");
    }
}

package dev.singleton.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.core.HazelcastInstance;
import dev.singleton.ClusterSingletons;
import dev.singleton.Proxy;
import dev.singleton.Singleton;
import dev.singleton.SingletonActor;
import dev.singleton.SingletonContext;
import dev.singleton.SingletonException;
import dev.singleton.SingletonKey;
import dev.singleton.SingletonOptions;
import dev.singleton.SingletonUnavailableException;
import dev.singleton.StopReason;
import dev.singleton.codec.CborMessageCodec;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Shutdown;
import jakarta.enterprise.event.Startup;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.inject.Inject;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The node of an application")
class LifeCycleTest {

    record Job(String id) {}

    @Singleton(value = "jobs", role = "backend")
    static class Jobs implements SingletonActor<Job> {
        @Override
        public void receive(Job message, SingletonContext<Job> context) {}
    }

    @ApplicationScoped
    static class Client {
        @Inject
        @Singleton("mails")
        Proxy<Job> mails;

        @Inject
        ClusterSingletons singletons;

        Proxy<Job> mails() {
            return mails;
        }

        ClusterSingletons singletons() {
            return singletons;
        }
    }

    @ApplicationScoped
    static class EagerClient {
        @Inject
        @Singleton("jobs")
        Proxy<Job> jobs;

        void early(@Observes @Initialized(ApplicationScoped.class) Object event) {
            jobs.tell(new Job("1"));
            jobs.tell(new Job("2"));
        }
    }

    @ApplicationScoped
    static class Application {
        private static final int LATE = 4000;

        void startup(@Observes @Priority(LATE) Startup event, Noted noted) {
            noted.add("application started");
        }

        void shutdown(@Observes Shutdown event, Noted noted) {
            noted.add("application stops");
        }
    }

    /** Lets beans write into the journal. */
    static class Noted implements Extension {
        private final FakeNode node;

        Noted(FakeNode node) {
            this.node = node;
        }

        void add(String line) {
            node.journal.add(line);
        }
    }

    private final FakeNode node = new FakeNode();

    @Test
    void isUpOnlyWhenTheApplicationHasStartedAndLeavesBeforeItStops() {
        Deployment.on(node, Jobs.class, Client.class, Application.class)
                .with(new Noted(node))
                .start()
                .close();
        assertThat(node.journal)
                .containsExactly(
                        "application started",
                        "join",
                        "start jobs@backend",
                        "ref mails",
                        "complete",
                        "up",
                        "close",
                        "release",
                        "application stops");
    }

    @Test
    void isThereForWhoeverAsksEarlyAndStillUpOnlyAtTheEnd() throws Exception {
        try (Deployment.Running application =
                Deployment.on(node, Jobs.class, EagerClient.class).start()) {
            assertThat(application.container().isRunning()).isTrue();
            assertThat(node.journal).containsExactly("join", "start jobs@backend", "complete", "up");
            assertThat(node.<Job>handle("jobs").buffered).containsExactly(new Job("1"), new Job("2"));
        }
    }

    @Test
    void takesTheSettingsOfEachSingleton() {
        try (Deployment.Running application = Deployment.on(node, Jobs.class, Client.class)
                .with("singleton.default.buffer-size", "7")
                .with("singleton.type.jobs.start", "false")
                .with("singleton.type.jobs.role", "gpu")
                .with("singleton.type.by-hand.quorum", "3")
                .start()) {
            SingletonOptions jobs = node.started.get("jobs").options();
            assertThat(jobs.bufferSize()).isEqualTo(7);
            assertThat(jobs.start()).isFalse();
            assertThat(node.started.get("jobs").key().role()).isEqualTo("gpu");
            assertThat(node.started.get("mails").options())
                    .as("settings count for a node that only references too")
                    .isEqualTo(SingletonOptions.builder()
                            .bufferSize(7)
                            .start(false)
                            .build());
            ClusterSingletons singletons = application.get(Client.class).singletons();
            singletons.start(SingletonKey.of("by-hand", Job.class), Jobs::new);
            assertThat(node.started.get("by-hand").options().quorum()).isEqualTo(3);
        }
    }

    @Test
    void thatCannotJoinStopsTheDeployment() {
        SingletonExtension extension = new SingletonExtension(
                place -> {
                    throw new SingletonException("Port 5701 is in use: choose another with singleton.hazelcast.port");
                },
                new CborMessageCodec());
        assertThatThrownBy(() -> Deployment.of(extension, Jobs.class).start())
                .hasStackTraceContaining("Port 5701 is in use");
    }

    @Test
    void isNotEvenJoinedWhenTheApplicationIsNotValid() {
        assertThatThrownBy(() -> Deployment.on(node, Jobs.class)
                        .with(new FailingValidation())
                        .start())
                .hasStackTraceContaining("not valid");
        assertThat(node.journal).isEmpty();
    }

    static class FailingValidation implements Extension {
        void validate(@Observes AfterDeploymentValidation event) {
            event.addDeploymentProblem(new IllegalStateException("not valid"));
        }
    }

    @ApplicationScoped
    static class FailingStart {
        void startup(@Observes Startup event) {
            throw new IllegalStateException("no start");
        }
    }

    @Test
    void isNotEvenJoinedWhenTheApplicationFailsToStart() {
        assertThatThrownBy(() ->
                        Deployment.on(node, Jobs.class, FailingStart.class).start())
                .hasStackTraceContaining("no start");
        assertThat(node.journal).isEmpty();
    }

    @Singleton("parting")
    static class Parting extends Jobs {
        @Inject
        @Singleton("mails")
        Instance<Proxy<Job>> mails;

        @Override
        public void postStop(SingletonContext<Job> context) {
            mails.get().tell(new Job("parting word"));
        }
    }

    @Test
    void givesHandlesToInstancesThatStop() throws Exception {
        try (Deployment.Running application = Deployment.on(node, Parting.class).start()) {
            assertThat(application.container().isRunning()).isTrue();
            node.host("parting");
            node.closing = () -> node.stop("parting", StopReason.LEAVING);
        }
        assertThat(node.<Job>handle("mails").buffered).containsExactly(new Job("parting word"));
    }

    @ApplicationScoped
    static class Circular {
        @Produces
        @ApplicationScoped
        HazelcastInstance member(@Singleton("mails") Proxy<Job> mails) {
            throw new IllegalStateException("never made, for want of " + mails);
        }
    }

    @Test
    void refusesToBeBuiltFromWhatNeedsIt() {
        assertThatThrownBy(() ->
                        Deployment.of(new SingletonExtension(), Circular.class).start())
                .hasStackTraceContaining("it must do without");
    }

    @Test
    void thatIsSwitchedOffStartsNothingAndSaysWhy() {
        try (Deployment.Running application = Deployment.on(node, Jobs.class, Client.class)
                .with("singleton.enabled", "false")
                .start()) {
            Client client = application.get(Client.class);
            assertThat(client.mails().key().typeName()).isEqualTo("mails");
            assertThat(client.mails().owner()).isEmpty();
            assertThatThrownBy(() -> client.mails().tell(new Job("1")))
                    .isInstanceOf(SingletonUnavailableException.class)
                    .hasMessageContainingAll("mails", "singleton.enabled");
            assertThatThrownBy(() -> client.mails()
                            .ask(new Job("1"), String.class)
                            .toCompletableFuture()
                            .join())
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(SingletonUnavailableException.class);
            assertThatThrownBy(() -> client.singletons().all())
                    .isInstanceOf(SingletonUnavailableException.class)
                    .hasMessageContaining("singleton.enabled");
        }
        assertThat(node.journal).isEmpty();
    }

    @Test
    void closedByHandIsClosedOnce() {
        try (Deployment.Running application =
                Deployment.on(node, Jobs.class, Client.class).start()) {
            application.get(Client.class).singletons().close();
            assertThat(node.journal).endsWith("close", "release");
        }
        assertThat(node.journal).containsOnlyOnce("close", "release");
    }
}

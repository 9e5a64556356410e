package dev.singleton.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.singleton.ClusterSingletons;
import dev.singleton.DeadLetterReason;
import dev.singleton.Proxy;
import dev.singleton.Singleton;
import dev.singleton.SingletonActor;
import dev.singleton.SingletonContext;
import dev.singleton.SingletonEvent;
import dev.singleton.SingletonKey;
import dev.singleton.SingletonStatus.State;
import dev.singleton.SingletonUnavailableException;
import dev.singleton.codec.CborMessageCodec;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.eclipse.microprofile.health.Readiness.Literal;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("An application whose member has ended")
@Timeout(120)
class RenewalTest {

    record Job(String id) {}

    private static final SingletonKey<Job> BY_HAND = SingletonKey.of("by-hand", Job.class);
    private static final SingletonKey<Job> REFERENCED = SingletonKey.of("referenced", Job.class);

    @Singleton("jobs")
    static class Jobs implements SingletonActor<Job> {
        @Override
        public void receive(Job message, SingletonContext<Job> context) {}
    }

    @Singleton("stopped")
    static class Stopped extends Jobs {}

    @ApplicationScoped
    static class Client {
        @Inject
        @Singleton("jobs")
        Proxy<Job> jobs;

        @Inject
        ClusterSingletons singletons;

        private final List<SingletonEvent> events = new CopyOnWriteArrayList<>();

        Proxy<Job> jobs() {
            return jobs;
        }

        ClusterSingletons singletons() {
            return singletons;
        }

        void see(@Observes SingletonEvent event) {
            events.add(event);
        }

        List<SingletonEvent> events() {
            return events;
        }
    }

    private final Nodes nodes = new Nodes(true);

    @Test
    void getsAnotherNodeWithAllThatWasOnTheFirstOne() throws Exception {
        try (Deployment.Running application = deployment(nodes).start()) {
            Client client = application.get(Client.class);
            ClusterSingletons singletons = client.singletons();
            Proxy<Job> byHand = singletons.start(BY_HAND, Jobs::new);
            Proxy<Job> referenced = singletons.ref(REFERENCED);
            List<SingletonEvent> heard = new CopyOnWriteArrayList<>();
            List<SingletonEvent> notHeard = new CopyOnWriteArrayList<>();
            AutoCloseable stays = singletons.subscribe(heard::add);
            AutoCloseable ends = singletons.subscribe(notHeard::add);
            assertThat(singletons.stop(SingletonKey.of("stopped", Job.class))).isCompleted();

            nodes.memberEnded.accept("The member was terminated");
            FakeNode second = nodes.nodeThatIsUp(1);

            assertThat(nodes.node(0).journal).endsWith("close", "release");
            assertThat(second.journal)
                    .containsExactly(
                            "join", "start jobs", "ref stopped", "start by-hand", "ref referenced", "complete", "up");
            assertThat(nodes.loader).as("the class loader of the application").isSameAs(application.loader());
            client.jobs().tell(new Job("1"));
            byHand.tell(new Job("2"));
            referenced.tell(new Job("3"));
            assertThat(second.handle("jobs").buffered).containsExactly(new Job("1"));
            assertThat(second.handle("by-hand").buffered).containsExactly(new Job("2"));
            assertThat(second.handle("referenced").buffered).containsExactly(new Job("3"));
            assertThat(singletons.<Job>ref(BY_HAND)).isSameAs(byHand);
            assertThat(singletons.start(BY_HAND, Jobs::new)).isSameAs(byHand);

            SingletonEvent event = new SingletonEvent.DeadLetter(BY_HAND, new Job("4"), DeadLetterReason.STOPPED);
            ends.close();
            second.fire(event);
            nodes.node(0).fire(event);
            assertThat(heard).as("of both nodes").containsExactly(event, event);
            assertThat(client.events()).containsExactly(event, event);
            assertThat(notHeard).isEmpty();
            stays.close();
            Await.until("it is ready again", () -> readiness(application).getStatus() == Status.UP);
        }
        assertThat(nodes.node(1).journal).endsWith("close", "release");
    }

    @Test
    void isDownAndSaysWhyUntilAnotherTryHasSucceeded() {
        try (Deployment.Running application = deployment(nodes).start()) {
            Client client = application.get(Client.class);
            Proxy<Job> referenced = client.singletons().ref(REFERENCED);
            nodes.failures.add("The port is in use");
            nodes.memberEnded.accept("The member was terminated");
            assertThat(readiness(application).getStatus()).isEqualTo(Status.DOWN);
            assertThat(readiness(application).getData().orElseThrow())
                    .containsEntry("joined", false)
                    .hasEntrySatisfying(
                            "member",
                            text -> assertThat(text)
                                    .asString()
                                    .startsWith("The member was terminated; another one is being started"));
            assertThatThrownBy(() -> client.singletons().start(BY_HAND, Jobs::new))
                    .isInstanceOf(SingletonUnavailableException.class)
                    .hasMessageContaining("The member was terminated");
            assertThatThrownBy(() -> client.singletons().ref(BY_HAND))
                    .isInstanceOf(SingletonUnavailableException.class);
            assertThat(client.singletons().ref(REFERENCED)).isSameAs(referenced);
            Await.until(
                    "the failure is shown",
                    () -> String.valueOf(readiness(application)
                                    .getData()
                                    .orElseThrow()
                                    .get("member"))
                            .contains("could not be started yet: The port is in use"));
            assertThat(client.singletons().stop(SingletonKey.of("stopped", Job.class)))
                    .isCompleted();
            assertThat(nodes.nodeThatIsUp(1).journal).contains("start jobs", "ref stopped");
            Await.until("it is ready again", () -> readiness(application).getStatus() == Status.UP);
            client.jobs().tell(new Job("1"));
            assertThat(nodes.node(1).handle("jobs").buffered).containsExactly(new Job("1"));
        }
    }

    @Test
    void canBeStoppedWhileItWaitsForTheNextTry() {
        try (Deployment.Running application = deployment(nodes).start()) {
            nodes.failures.addAll(List.of("no", "never"));
            nodes.memberEnded.accept("The member was terminated");
            Await.until("it has failed once", () -> nodes.failures.size() == 1);
            application.undeploy();
        }
        assertThat(nodes.made).hasSize(1);
        assertThat(nodes.node(0).journal).containsOnlyOnce("release");
    }

    @Test
    void endsTheNodeThatIsBeingBuiltWhenItIsStopped() {
        CountDownLatch building = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        try (Deployment.Running application = deployment(nodes).start()) {
            nodes.joining = () -> {
                building.countDown();
                go.await();
            };
            nodes.memberEnded.accept("The member was terminated");
            Await.until("the second is being built", () -> building.getCount() == 0);
            CompletableFuture<Void> stopped = CompletableFuture.runAsync(application::undeploy);
            go.countDown();
            stopped.join();
        }
        assertThat(nodes.made).hasSize(2);
        assertThat(nodes.node(1).journal).contains("close", "release").containsOnlyOnce("release");
    }

    @Test
    void keepsOutOfRotationWhatADeathHadTakenOut() {
        try (Deployment.Running application = deployment(nodes).start()) {
            assertThat(application.container().isRunning()).isTrue();
            nodes.node(0).statuses.add(ReadinessTest.status("jobs", State.OUT));
            nodes.memberEnded.accept("The member was terminated");
            assertThat(nodes.nodeThatIsUp(1).journal).contains("ref jobs").doesNotContain("start jobs");
        }
    }

    @Test
    void waitsLongerFromTryToTryUpToHalfAMinute() {
        assertThat(Stream.iterate(Duration.ofSeconds(1), Renewal::after)
                        .limit(7)
                        .map(Duration::toSeconds))
                .containsExactly(1L, 2L, 4L, 8L, 16L, 30L, 30L);
    }

    @Test
    void thatIsItsOwnStaysDownAndSaysWhatToDo() {
        Nodes own = new Nodes(false);
        try (Deployment.Running application = deployment(own).start()) {
            own.memberEnded.accept("The member was shut down");
            HealthCheckResponse response = readiness(application);
            assertThat(response.getStatus()).isEqualTo(Status.DOWN);
            assertThat(response.getData().orElseThrow().get("member"))
                    .asString()
                    .contains("The member was shut down", "until the application is started again");
        }
        assertThat(own.made).hasSize(1);
        assertThat(own.node(0).journal).endsWith("close", "release");
    }

    /** Uses a handle, and loses its member, before it has started. */
    @ApplicationScoped
    static class Hasty {
        private static Nodes nodes;

        @Inject
        @Singleton("jobs")
        Proxy<Job> jobs;

        void early(@Observes @Initialized(ApplicationScoped.class) Object event) {
            jobs.tell(new Job("1"));
            nodes.memberEnded.accept("The member was terminated");
        }
    }

    @Test
    void whileItStillStartedHasItsSecondNodeUpAllTheSame() {
        Hasty.nodes = nodes;
        try (Deployment.Running application = Deployment.of(
                        new SingletonExtension(nodes, new CborMessageCodec()), Jobs.class, Hasty.class)
                .start()) {
            assertThat(nodes.nodeThatIsUp(1).journal).containsExactly("join", "start jobs", "complete", "up");
            assertThat(application.container().isRunning()).isTrue();
        } finally {
            Hasty.nodes = null;
        }
    }

    private static Deployment deployment(Nodes nodes) {
        return Deployment.of(
                new SingletonExtension(nodes, new CborMessageCodec()), Jobs.class, Stopped.class, Client.class);
    }

    private static HealthCheckResponse readiness(Deployment.Running application) {
        return application
                .container()
                .select(HealthCheck.class, Literal.INSTANCE)
                .get()
                .call();
    }
}

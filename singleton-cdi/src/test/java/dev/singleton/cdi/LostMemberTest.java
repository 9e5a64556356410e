package dev.singleton.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import dev.singleton.ClusterSingletons;
import dev.singleton.Proxy;
import dev.singleton.Singleton;
import dev.singleton.SingletonActor;
import dev.singleton.SingletonContext;
import dev.singleton.SingletonEvent;
import dev.singleton.SingletonKey;
import dev.singleton.SingletonUnavailableException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.eclipse.microprofile.health.Readiness;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("When the member of one of three applications ends from outside")
@Timeout(300)
class LostMemberTest {

    private static final SingletonKey<Job> BY_HAND = SingletonKey.of("by-hand", Job.class);

    record Job(String id) {}

    record Done(String id, long token) {}

    /** What happened to instances of all three applications. */
    private static final Queue<String> DIARY = new ConcurrentLinkedQueue<>();

    @Singleton("jobs")
    static class Jobs implements SingletonActor<Job> {
        @Override
        public void preStart(SingletonContext<Job> context) {
            DIARY.add("started " + context.key());
        }

        @Override
        public void receive(Job message, SingletonContext<Job> context) {
            context.reply(new Done(message.id(), context.fencingToken().orElse(0)));
        }

        @Override
        public void postStop(SingletonContext<Job> context) {
            DIARY.add("stopped " + context.key());
        }
    }

    @ApplicationScoped
    static class Client {
        @Inject
        @Singleton("jobs")
        Proxy<Job> jobs;

        @Inject
        ClusterSingletons singletons;

        private final List<Object> deadLetters = new CopyOnWriteArrayList<>();

        void see(@Observes SingletonEvent.DeadLetter event) {
            deadLetters.add(event.message());
        }

        Proxy<Job> jobs() {
            return jobs;
        }

        ClusterSingletons singletons() {
            return singletons;
        }

        List<Object> deadLetters() {
            return deadLetters;
        }
    }

    @BeforeEach
    void needsCpSubsystem() {
        Cluster.assumeCpSubsystem();
    }

    @Test
    void itComesBackByItselfWithTheHandlesThatWereInjectedAndWhatWasStartedByHand() throws Exception {
        Cluster cluster = Cluster.of(3);
        try (Deployment.Running first = onCp(cluster, 0);
                Deployment.Running second = onCp(cluster, 1);
                Deployment.Running third = onCp(cluster, 2)) {
            Stream.of(first, second, third).forEach(LostMemberTest::startByHand);
            Proxy<Job> jobs = client(first).jobs();
            assertThat(answer(jobs, "at first").token()).isPositive();
            assertThat(answer(byHand(first), "by hand").id()).isEqualTo("by hand");
            awaitReady(first, second, third);
            // Whoever was granted leases first has hosted before.
            Await.until(
                    "the first hosts",
                    () -> jobs.locallyOwned() && byHand(first).locallyOwned());
            Done before = answer(jobs, "before");
            DIARY.clear();
            HazelcastInstance member = member(cluster, 0);

            member.getLifecycleService().terminate();
            assertThat(readiness(first).getStatus()).isEqualTo(Status.DOWN);
            assertThat(readiness(first).getData().orElseThrow().get("member"))
                    .asString()
                    .contains("was terminated", "another one is being started");
            Await.until("its instance has stopped", () -> DIARY.contains("stopped jobs"));
            jobs.tell(new Job("told meanwhile"));
            assertThat(jobs.ask(new Job("asked meanwhile"), Done.class, Duration.ofMinutes(1))
                            .toCompletableFuture())
                    .failsWithin(Duration.ofSeconds(30))
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOf(SingletonUnavailableException.class);

            Await.until(
                    "it is back",
                    () -> readiness(first).getData().orElseThrow().get("joined").equals(true));
            assertThat(client(first).deadLetters()).contains(new Job("told meanwhile"));
            assertThat(member(cluster, 0)).isNotSameAs(member);
            assertThat(answer(jobs, "after").token()).isGreaterThanOrEqualTo(before.token());
            assertThat(answer(byHand(first), "by hand again").id()).isEqualTo("by hand again");
            assertThat(client(first).singletons().isStarted(BY_HAND)).isTrue();
            awaitReady(first, second, third);
            Await.until(
                    "the first hosts again",
                    () -> jobs.locallyOwned() && byHand(first).locallyOwned());
            assertThat(answer(client(third).jobs(), "from another").token())
                    .as("the token of another tenure")
                    .isGreaterThan(before.token());
            assertThat(DIARY.stream().filter(line -> line.endsWith(" jobs")))
                    .as("one after the other")
                    .startsWith("stopped jobs", "started jobs")
                    .satisfies(
                            lines -> assertThat(neighboursThatAreEqual(lines)).isEmpty());
        }
    }

    @Test
    void orByItselfWhileTheCpSubsystemFormsItComesBackAndTheLeaseIsGrantedOnceAllAreThere() throws Exception {
        Cluster cluster = Cluster.of(3);
        try (Deployment.Running first = onCp(cluster, 0)) {
            HazelcastInstance member = member(cluster, 0);
            // Hazelcast looks once in a second, and must have seen the other one before it leaves.
            for (int visits = 0; visits < 5 && member.getLifecycleService().isRunning(); visits++) {
                visit(cluster, member);
            }
            Await.until(
                    "its member has ended itself",
                    () -> !member.getLifecycleService().isRunning());
            Await.until(
                    "another one is there",
                    () -> members(cluster)
                            .anyMatch(each ->
                                    each != member && each.getLifecycleService().isRunning()));
            try (Deployment.Running second = onCp(cluster, 1);
                    Deployment.Running third = onCp(cluster, 2)) {
                assertThat(answer(client(first).jobs(), "1").token()).isPositive();
                awaitReady(first, second, third);
            }
        }
    }

    private static void visit(Cluster cluster, HazelcastInstance member) {
        try (Deployment.Running second = onCp(cluster, 1)) {
            Await.until(
                    "the two have met", () -> member.getCluster().getMembers().size() == 2);
            assertThat(readiness(second).getStatus()).isEqualTo(Status.DOWN);
            long met = System.nanoTime();
            Await.until("Hazelcast has looked", () -> System.nanoTime() - met > TimeUnit.SECONDS.toNanos(2));
        }
        long left = System.nanoTime();
        Await.until(
                "Hazelcast has looked again",
                () -> !member.getLifecycleService().isRunning()
                        || System.nanoTime() - left > TimeUnit.SECONDS.toNanos(3));
    }

    private static Deployment.Running onCp(Cluster cluster, int index) {
        return cluster.node(index, Jobs.class, Client.class)
                .with("singleton.type.jobs.lease", "cp")
                .with("singleton.type.jobs.acquire-retry-interval", "PT1S")
                .start();
    }

    private static List<String> neighboursThatAreEqual(List<? extends String> lines) {
        List<String> equal = new ArrayList<>();
        for (int i = 1; i < lines.size(); i++) {
            if (lines.get(i).equals(lines.get(i - 1))) {
                equal.add(lines.get(i));
            }
        }
        return equal;
    }

    private static void startByHand(Deployment.Running application) {
        Proxy<Job> unused = client(application).singletons().start(BY_HAND, Jobs::new);
    }

    private static Proxy<Job> byHand(Deployment.Running application) {
        return client(application).singletons().ref(BY_HAND);
    }

    /** Asks until somebody answers: while the host changes, an ask may fail. */
    private static Done answer(Proxy<Job> proxy, String id) {
        Done[] answer = new Done[1];
        Await.until("somebody answers " + id, () -> {
            try {
                answer[0] =
                        proxy.ask(new Job(id), Done.class).toCompletableFuture().get(5, TimeUnit.SECONDS);
                return true;
            } catch (ExecutionException | TimeoutException notNow) {
                return false;
            } catch (InterruptedException interrupted) {
                throw new AssertionError(interrupted);
            }
        });
        return answer[0];
    }

    private static HazelcastInstance member(Cluster cluster, int index) {
        return members(cluster)
                .filter(each -> each.getLifecycleService().isRunning())
                .filter(each -> each.getCluster().getLocalMember().getAddress().getPort()
                        == cluster.ports().get(index))
                .findFirst()
                .orElseThrow();
    }

    private static Stream<HazelcastInstance> members(Cluster cluster) {
        return Hazelcast.getAllHazelcastInstances().stream()
                .filter(each -> each.getConfig().getClusterName().equals(cluster.name()));
    }

    private static Client client(Deployment.Running application) {
        return application.get(Client.class);
    }

    private static void awaitReady(Deployment.Running... applications) {
        for (Deployment.Running each : applications) {
            Await.until("it is ready", () -> readiness(each).getStatus() == Status.UP);
        }
    }

    private static HealthCheckResponse readiness(Deployment.Running application) {
        return application
                .container()
                .select(HealthCheck.class, Readiness.Literal.INSTANCE)
                .get()
                .call();
    }
}

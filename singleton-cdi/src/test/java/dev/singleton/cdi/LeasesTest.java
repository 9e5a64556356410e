package dev.singleton.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import dev.singleton.NodeId;
import dev.singleton.Proxy;
import dev.singleton.Singleton;
import dev.singleton.SingletonActor;
import dev.singleton.SingletonContext;
import dev.singleton.hazelcast.EmbeddedMember;
import dev.singleton.spi.Lease;
import dev.singleton.spi.LeaseProvider;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.eclipse.microprofile.health.Readiness;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("Under a lease, an application")
@Timeout(300)
class LeasesTest {

    record Job(String id) {}

    record Proof(long token, boolean valid, long millisLeft) {}

    @Singleton("jobs")
    static class Jobs implements SingletonActor<Job> {
        @Override
        public void receive(Job message, SingletonContext<Job> context) {
            context.reply(new Proof(
                    context.fencingToken().orElseThrow(),
                    context.leaseValid(),
                    context.leaseRemaining().orElseThrow().toMillis()));
        }
    }

    @ApplicationScoped
    static class Client {
        @Inject
        @Singleton("jobs")
        Proxy<Job> jobs;

        boolean knowsOwner() {
            return jobs.owner().isPresent();
        }

        boolean hosts() {
            return jobs.locallyOwned();
        }

        Proof ask() throws Exception {
            Await.until("somebody hosts", this::knowsOwner);
            return jobs.ask(new Job("1"), Proof.class).toCompletableFuture().get(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void ofThreeOnOneMachineProvesThatItIsTheCurrentHostAndTheNextOneProvesItWithALargerToken() throws Exception {
        Cluster.assumeCpSubsystem();
        Cluster cluster = Cluster.of(3);
        try (Deployment.Running second = onCp(cluster, 1).start();
                Deployment.Running third = cluster.node(2, Client.class)
                        .with("singleton.lease.cp.session-ttl", "PT10S")
                        .start()) {
            Proof before;
            try (Deployment.Running first = onCp(cluster, 0).start()) {
                before = client(third).ask();
                assertThat(before.token()).isPositive();
                assertThat(before.valid()).isTrue();
                assertThat(before.millisLeft()).isBetween(1L, 7_000L);
                assertThat(client(first).hosts()).isTrue();
                Await.until("the host is ready", () -> readiness(first).getStatus() == Status.UP);
                assertThat(data(first))
                        .containsEntry("jobs.lease", "held")
                        .containsEntry("jobs.fencing-token", Long.toString(before.token()))
                        .hasEntrySatisfying(
                                "lease.cp",
                                text -> assertThat(text)
                                        .asString()
                                        .contains(
                                                "at most one holder, by a majority of 3 CP members",
                                                "session-ttl PT10S"));
                assertThat(data(third)).doesNotContainKey("jobs.fencing-token");
            }
            Await.until("the second hosts", () -> client(second).hosts());
            Proof after = client(third).ask();
            assertThat(after.token()).isGreaterThan(before.token());
            assertThat(after.valid()).isTrue();
        }
    }

    @Test
    void isNotReadyWhileTheProviderGivesNoneAndSaysWhy() {
        Cluster.assumeCpSubsystem();
        Cluster cluster = Cluster.of(1);
        try (Deployment.Running alone = onCp(cluster, 0).start()) {
            Await.until(
                    "it says that it waits for others",
                    () -> String.valueOf(data(alone).get("lease.cp")).contains("is forming: 1 of 3"));
            assertThat(readiness(alone).getStatus()).isEqualTo(Status.DOWN);
            assertThat(client(alone).hosts()).isFalse();
        }
    }

    @Test
    void needsNoOthersWhereUnsafeLeasesAreGoodEnoughAndSaysSo() throws Exception {
        Cluster.assumeCpSubsystem();
        try (Deployment.Running alone = onCp(Cluster.of(1), 0)
                .with("singleton.lease.cp.allow-unsafe", "true")
                .start()) {
            assertThat(client(alone).ask().valid()).isTrue();
            assertThat(data(alone))
                    .hasEntrySatisfying(
                            "lease.cp", text -> assertThat(text).asString().contains("UNSAFE"));
        }
    }

    @Test
    void takesTheProviderThatTheSettingNames() throws Exception {
        try (Deployment.Running application = Cluster.of(1)
                .node(0, Jobs.class, Client.class)
                .with("singleton.default.lease", "memory")
                .start()) {
            assertThat(client(application).ask().valid()).isTrue();
            Await.until("it is ready", () -> readiness(application).getStatus() == Status.UP);
            assertThat(data(application)).containsEntry("lease.memory", "memory: guards nothing between JVMs");
        }
    }

    /** Grants whatever is asked, with a token of its own. */
    @ApplicationScoped
    static class GenerousLeases implements LeaseProvider {
        @Override
        public String name() {
            return "cp";
        }

        @Override
        public Lease lease(String typeName, NodeId self, Lease.Listener listener) {
            return new Lease() {
                @Override
                public CompletionStage<Acquisition> acquire() {
                    return CompletableFuture.completedStage(new Acquisition.Granted(4711));
                }

                @Override
                public CompletionStage<Void> release() {
                    return CompletableFuture.completedStage(null);
                }

                @Override
                public OptionalLong validUntil() {
                    return OptionalLong.of(System.nanoTime() + TimeUnit.MINUTES.toNanos(1));
                }
            };
        }
    }

    @Test
    void takesItsOwnBeanBeforeTheProviderOfThatNameThatIsBuiltIn() throws Exception {
        Cluster cluster = Cluster.of(1);
        try (Deployment.Running application = cluster.node(0, Jobs.class, Client.class, GenerousLeases.class)
                .with("singleton.type.jobs.lease", "cp")
                .start()) {
            assertThat(client(application).ask().token()).isEqualTo(4711);
            assertThat(member(cluster).getConfig().getCPSubsystemConfig().getCPMemberCount())
                    .as("its provider is none of the CP Subsystem, so there is none")
                    .isZero();
        }
    }

    /** The application's own member. */
    @ApplicationScoped
    static class OwnMember {
        private static HazelcastInstance instance;

        @Produces
        @ApplicationScoped
        HazelcastInstance member() {
            return instance;
        }
    }

    @Test
    void withAMemberOfItsOwnWithoutCpSubsystemDoesNotStartAndSaysWhatToDo() {
        Cluster.assumeCpSubsystem();
        HazelcastInstance own = EmbeddedMember.builder()
                .clusterName("own-" + UUID.randomUUID())
                .port(Ports.free(1).get(0))
                .start();
        OwnMember.instance = own;
        try {
            Throwable failure = catchThrowable(
                    () -> Deployment.of(new SingletonExtension(), Jobs.class, Client.class, OwnMember.class)
                            .with("singleton.type.jobs.lease", "cp")
                            .start());
            assertThat(failure)
                    .hasStackTraceContaining("has no CP Subsystem (cp-member-count = 0)")
                    .hasStackTraceContaining("allow-unsafe");
            assertThat(own.getLifecycleService().isRunning()).isTrue();
        } finally {
            OwnMember.instance = null;
            own.shutdown();
        }
    }

    @Test
    void preparesItsMemberAsTheSettingsSay() {
        Cluster.assumeCpSubsystem();
        Cluster cluster = Cluster.of(1);
        try (Deployment.Running application =
                onCp(cluster, 0).with("singleton.lease.cp.member-count", "5").start()) {
            assertThat(client(application).hosts()).isFalse();
            Config config = member(cluster).getConfig();
            assertThat(config.getCPSubsystemConfig().getCPMemberCount()).isEqualTo(5);
            assertThat(config.getCPSubsystemConfig().getSessionTimeToLiveSeconds())
                    .isEqualTo(10);
        }
    }

    @Test
    void onAHazelcastWithoutCpSubsystemDoesNotStartAndSaysWhichHasOne() {
        assumeThat(Cluster.hasCpSubsystem()).isFalse();
        assertThatThrownBy(() -> onCp(Cluster.of(1), 0).start())
                .hasStackTraceContaining("has no CP Subsystem")
                .hasStackTraceContaining("Use Hazelcast 5.4.0 or 5.3.8");
    }

    private static Deployment onCp(Cluster cluster, int index) {
        return cluster.node(index, Jobs.class, Client.class)
                .with("singleton.type.jobs.lease", "cp")
                .with("singleton.lease.cp.session-ttl", "PT10S");
    }

    private static HazelcastInstance member(Cluster cluster) {
        return Hazelcast.getAllHazelcastInstances().stream()
                .filter(each -> each.getConfig().getClusterName().equals(cluster.name()))
                .findFirst()
                .orElseThrow();
    }

    private static Client client(Deployment.Running application) {
        return application.get(Client.class);
    }

    private static HealthCheckResponse readiness(Deployment.Running application) {
        return application
                .container()
                .select(HealthCheck.class, Readiness.Literal.INSTANCE)
                .get()
                .call();
    }

    private static Map<String, Object> data(Deployment.Running application) {
        return readiness(application).getData().orElseThrow();
    }
}

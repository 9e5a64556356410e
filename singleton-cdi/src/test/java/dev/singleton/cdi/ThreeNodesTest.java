package dev.singleton.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.ClusterSingletons;
import dev.singleton.Proxy;
import dev.singleton.Singleton;
import dev.singleton.SingletonActor;
import dev.singleton.SingletonContext;
import dev.singleton.SingletonEvent;
import dev.singleton.WarmHandOver;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Three applications in one cluster")
class ThreeNodesTest {

    sealed interface Command {}

    record Count(String by) implements Command {}

    record HowMany() implements Command {}

    record Total(int counted, int usesOfTheRequest) {}

    @ApplicationScoped
    static class Log {
        private final List<String> lines = new CopyOnWriteArrayList<>();

        void add(String line) {
            lines.add(line);
        }

        List<String> lines() {
            return List.copyOf(lines);
        }
    }

    @RequestScoped
    static class Request {
        private int uses;

        int use() {
            return ++uses;
        }
    }

    @Singleton("counter")
    static class Counter implements SingletonActor<Command>, WarmHandOver {
        @Inject
        Log log;

        @Inject
        Request request;

        private int counted;

        @PostConstruct
        void made() {
            log.add("made");
        }

        @PreDestroy
        void gone() {
            log.add("gone");
        }

        @Override
        public void receive(Command message, SingletonContext<Command> context) {
            int uses = request.use();
            if (message instanceof Count) {
                counted++;
            } else {
                context.reply(new Total(counted, uses));
            }
        }

        @Override
        public byte[] serializeForHandOver() {
            return ByteBuffer.allocate(Integer.BYTES).putInt(counted).array();
        }

        @Override
        public void restoreFromHandOver(byte[] state) {
            counted = ByteBuffer.wrap(state).getInt();
        }
    }

    @ApplicationScoped
    static class Client {
        @Inject
        @Singleton("counter")
        Proxy<Command> counter;

        @Inject
        ClusterSingletons singletons;

        private final List<String> events = new CopyOnWriteArrayList<>();

        void started(@Observes @Singleton("counter") SingletonEvent.InstanceStarted event) {
            events.add("started " + event.key());
        }

        void count(int times) {
            for (int i = 0; i < times; i++) {
                counter.tell(new Count("somebody"));
            }
        }

        Total total() throws Exception {
            Await.until("somebody hosts", this::knowsOwner);
            return counter.ask(new HowMany(), Total.class).toCompletableFuture().get(30, TimeUnit.SECONDS);
        }

        boolean hosts() {
            return counter.locallyOwned();
        }

        boolean knowsOwner() {
            return counter.owner().isPresent();
        }

        List<String> events() {
            return List.copyOf(events);
        }
    }

    @Test
    void shareOneActorWhichMovesWithItsStateWhenItsHostIsUndeployed() throws Exception {
        Cluster cluster = Cluster.of(3);
        try (Deployment.Running first = start(cluster, 0);
                Deployment.Running second = start(cluster, 1)) {
            try (Deployment.Running third = start(cluster, 2)) {
                List<Deployment.Running> all = List.of(first, second, third);
                Await.until(
                        "all see the owner",
                        () -> all.stream().allMatch(node -> client(node).knowsOwner()));
                assertThat(all.stream().filter(node -> client(node).hosts())).containsExactly(first);
                for (Deployment.Running node : all) {
                    client(node).count(10);
                    assertThat(client(node).total().usesOfTheRequest()).isEqualTo(1);
                }
                Await.until("every node's messages have arrived", () -> counted(third) == 30);
                assertThat(log(first)).containsExactly("made");
                assertThat(log(second)).isEmpty();
                assertThat(log(third)).isEmpty();
                assertThat(client(first).events()).containsExactly("started counter");
                assertThat(client(second).events()).isEmpty();
                for (Deployment.Running node : all) {
                    Await.until("a standby is as ready as the host", () -> ready(node));
                }
            }
            assertThat(client(first).total().counted()).isEqualTo(30);
            first.undeploy();
            Await.until("the second hosts", () -> client(second).hosts());
            assertThat(client(second).total().counted()).as("warm state").isEqualTo(30);
            assertThat(log(second)).containsExactly("made");
        }
    }

    @Test
    void hostOnlyWhereTheRoleIs() throws Exception {
        Cluster cluster = Cluster.of(2);
        try (Deployment.Running plain = deployment(cluster, 0)
                        .with("singleton.type.counter.role", "backend")
                        .start();
                Deployment.Running backend = deployment(cluster, 1)
                        .with("singleton.type.counter.role", "backend")
                        .with("singleton.roles", "backend")
                        .start()) {
            client(plain).count(1);
            assertThat(client(plain).total().counted()).isEqualTo(1);
            assertThat(client(backend).hosts()).isTrue();
            assertThat(log(plain)).isEmpty();
        }
    }

    @Test
    void sayInTheirReadinessWhatTheyDisagreeIn() {
        Cluster cluster = Cluster.of(2);
        try (Deployment.Running first = deployment(cluster, 0).start();
                Deployment.Running second = deployment(cluster, 1)
                        .with("singleton.type.counter.placement", "oldest")
                        .start()) {
            Await.until("the second is down", () -> !ready(second));
            Await.until("the first is down", () -> !ready(first));
            assertThat(check(second).getData().orElseThrow().get("counter.disagreement"))
                    .asString()
                    .contains("placement");
        }
    }

    private static Deployment deployment(Cluster cluster, int index) {
        return cluster.node(index, Log.class, Request.class, Counter.class, Client.class);
    }

    private static Deployment.Running start(Cluster cluster, int index) {
        return deployment(cluster, index).start();
    }

    private static Client client(Deployment.Running node) {
        return node.get(Client.class);
    }

    private static List<String> log(Deployment.Running node) {
        return node.get(Log.class).lines();
    }

    private static int counted(Deployment.Running node) {
        try {
            return client(node).total().counted();
        } catch (Exception failed) {
            throw new AssertionError(failed);
        }
    }

    private static boolean ready(Deployment.Running node) {
        return check(node).getStatus() == HealthCheckResponse.Status.UP;
    }

    private static HealthCheckResponse check(Deployment.Running node) {
        return node.container()
                .select(HealthCheck.class, Readiness.Literal.INSTANCE)
                .get()
                .call();
    }
}

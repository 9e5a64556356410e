package dev.singleton.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import dev.singleton.Placement;
import dev.singleton.Proxy;
import dev.singleton.SingletonActor;
import dev.singleton.SingletonContext;
import dev.singleton.SingletonKey;
import dev.singleton.SingletonOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Two releases of an application in one cluster, of which the newer one has added fields")
@Timeout(180)
class TwoReleasesTest {

    private static final String OLD = """
            package app;
            public sealed interface Command {
                record Schedule(String id) implements Command {}
            }
            """;

    private static final String NEW = """
            package app;
            import java.time.Instant;
            import java.util.List;
            import java.util.Optional;
            public sealed interface Command {
                record Schedule(int priority, String id, Optional<String> reason, List<Command> after, Instant at)
                        implements Command {}
                record Cancel(String id) implements Command {}
            }
            """;

    private final Cluster cluster = new Cluster();
    /** What was handled, as the host's release saw it. */
    private final Queue<String> handled = new ConcurrentLinkedQueue<>();

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    @DisplayName("understand each other's messages and replies while the one replaces the other")
    void understandEachOther(@TempDir Path directory) throws Exception {
        try (Release old = Release.of(directory.resolve("old"), OLD);
                Release fresh = Release.of(directory.resolve("new"), NEW)) {
            HazelcastInstance first = cluster.start(HazelcastSingletons.configure(cluster.config()));
            Proxy<Object> onFirst = host(first, old);
            HazelcastInstance second = cluster.start(HazelcastSingletons.configure(cluster.config()));
            Proxy<Object> onSecond = host(second, fresh);
            HazelcastInstance third = cluster.start(HazelcastSingletons.configure(cluster.config()));
            Proxy<Object> onThird = host(third, old);

            Object full = fresh.command("Schedule", 3, "new", Optional.of("why"), List.of(), null);
            assertThat(echo(onSecond, full, fresh))
                    .isEqualTo(fresh.command("Schedule", 0, "new", Optional.empty(), null, null));
            assertThat(onFirst.locallyOwned()).isTrue();

            first.shutdown();
            Object plain = old.command("Schedule", "old");
            assertThat(echo(onThird, plain, old)).isEqualTo(plain);
            assertThat(onSecond.locallyOwned()).isTrue();
            assertThat(handled)
                    .containsExactly(
                            "Schedule[id=new]",
                            "Schedule[priority=0, id=old, reason=Optional.empty, after=null, at=null]");
        }
    }

    private static Object echo(Proxy<Object> echo, Object message, Release release) throws Exception {
        return echo.ask(message, release.command(), Duration.ofSeconds(60))
                .toCompletableFuture()
                .get();
    }

    /** The oldest member hosts. */
    private Proxy<Object> host(HazelcastInstance member, Release release) {
        SingletonKey<Object> key = SingletonKey.of("echo", release.command());
        SingletonOptions oldest =
                SingletonOptions.builder().placement(Placement.OLDEST).build();
        return HazelcastSingletons.on(member).build().start(key, Echo::new, oldest);
    }

    private final class Echo implements SingletonActor<Object> {

        @Override
        public void receive(Object message, SingletonContext<Object> context) {
            handled.add(message.toString());
            context.reply(message);
        }
    }
}

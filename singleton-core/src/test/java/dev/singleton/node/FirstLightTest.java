package dev.singleton.node;

import static dev.singleton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.Proxy;
import dev.singleton.SingletonActor;
import dev.singleton.SingletonContext;
import dev.singleton.SingletonKey;
import dev.singleton.testkit.MemoryCluster;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class FirstLightTest {

    private static final SingletonKey<String> KEY = SingletonKey.of("greeter", String.class);

    private final List<String> handled = new CopyOnWriteArrayList<>();

    private final class Greeter implements SingletonActor<String> {
        @Override
        public void receive(String message, SingletonContext<String> context) {
            handled.add(message);
            context.reply("hello " + message);
        }
    }

    @Test
    void messagesOfBothNodesReachTheOneInstanceAndItMovesWhenTheHostLeaves() throws Exception {
        try (MemoryCluster cluster = new MemoryCluster()) {
            SingletonNode one = cluster.join(1);
            SingletonNode two = cluster.join(2);
            Proxy<String> fromOne = one.start(KEY, Greeter::new);
            Proxy<String> fromTwo = two.start(KEY, Greeter::new);
            eventually(
                    "one hosts",
                    () -> fromTwo.owner().filter(one.self()::equals).isPresent());
            assertThat(fromOne.locallyOwned()).isTrue();
            assertThat(fromTwo.ask("a", String.class).toCompletableFuture().get(10, TimeUnit.SECONDS))
                    .isEqualTo("hello a");
            assertThat(fromOne.ask("b", String.class).toCompletableFuture().get(10, TimeUnit.SECONDS))
                    .isEqualTo("hello b");
            cluster.leave(1);
            eventually("two hosts", fromTwo::locallyOwned);
            assertThat(fromTwo.ask("c", String.class).toCompletableFuture().get(10, TimeUnit.SECONDS))
                    .isEqualTo("hello c");
            assertThat(handled).containsExactly("a", "b", "c");
        }
    }
}

package dev.singleton.node;

import static dev.singleton.testkit.Eventually.eventually;
import static dev.singleton.testkit.Stage.KEY;
import static dev.singleton.testkit.Stage.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.singleton.SingletonEvent;
import dev.singleton.SingletonKey;
import dev.singleton.SingletonStatus.State;
import dev.singleton.SingletonUnavailableException;
import dev.singleton.StopReason;
import dev.singleton.testkit.Stage;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A restart that somebody asks for. */
class RestartTest {

    @Test
    void aRestartFromAnotherNodeDrainsStopsAndStartsAnewOnTheHost() {
        try (Stage stage = new Stage().join(1, 2).awaitHost(1, 2)) {
            CountDownLatch blocked = new CountDownLatch(1);
            stage.script.receive = (node, message, context) -> blocked.await();
            List.of("a", "b", "c").forEach(stage.proxy(2)::tell);
            stage.awaitHandled("a");
            eventually(
                    "all are accepted",
                    () -> stage.node(2).status(KEY).orElseThrow().buffered() == 0);
            var restarted = stage.node(2).restart(KEY);
            eventually("it stops", () -> stage.node(1).status(KEY).orElseThrow().state() == State.STOPPING);
            blocked.countDown();
            reply(restarted);
            assertThat(stage.handled()).containsExactly("a", "b", "c");
            assertThat(stage.census.timeLine()).containsExactly("started on 1", "stopped on 1", "started on 1");
            assertThat(stage.node(1).status(KEY).orElseThrow().stats().reactivations())
                    .isEqualTo(1);
            assertThat(stage.events(1).await(1, SingletonEvent.InstanceStopped.class))
                    .containsExactly(new SingletonEvent.InstanceStopped(KEY, StopReason.RESTART));
        }
    }

    @Test
    void aRestartOfWhatNobodyHostsFailsAndNeverHangs() {
        try (Stage stage = new Stage().join(1, 2).awaitHost(1, 2)) {
            SingletonKey<String> unknown = SingletonKey.of("unknown", String.class);
            assertThatThrownBy(() -> reply(stage.node(1).restart(unknown)))
                    .isInstanceOf(SingletonUnavailableException.class);
            CountDownLatch blocked = new CountDownLatch(1);
            stage.script.receive = (node, message, context) -> blocked.await();
            stage.proxy(1).tell("a");
            stage.awaitHandled("a");
            var hostDies = stage.node(2).restart(KEY);
            eventually("it stops", () -> stage.node(1).status(KEY).orElseThrow().state() == State.STOPPING);
            stage.kill(1);
            assertThatThrownBy(() -> reply(hostDies)).isInstanceOf(SingletonUnavailableException.class);
            blocked.countDown();
            stage.awaitHost(2);
            SingletonNode two = stage.node(2);
            stage.cluster.leave(2);
            assertThatThrownBy(() -> reply(two.restart(KEY))).isInstanceOf(SingletonUnavailableException.class);
        }
    }
}

package dev.singleton.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.NodeId;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What waits of one member is bounded, and keeps no other one out. */
class AllowanceTest {

    private static final NodeId LOUD = node(1);
    private static final NodeId QUIET = node(2);

    private final List<Runnable> waiting = new ArrayList<>();

    private static NodeId node(int number) {
        return new NodeId(new UUID(0, number), InetSocketAddress.createUnresolved("host-" + number, 5701));
    }

    @Test
    void soManyFramesOfOneMemberWaitAndNoMore() {
        Allowance allowance = new Allowance(3, 1 << 20);
        for (int i = 0; i < 3; i++) {
            assertThat(allowance.admit(LOUD, 10, waiting::add)).isTrue();
        }
        assertThat(allowance.admit(LOUD, 10, waiting::add)).isFalse();
        assertThat(waiting).hasSize(3);
        assertThat(allowance.admit(QUIET, 10, waiting::add)).isTrue();
        waiting.get(0).run();
        assertThat(allowance.admit(LOUD, 10, waiting::add)).isTrue();
        assertThat(allowance.admit(LOUD, 10, waiting::add)).isFalse();
    }

    @Test
    void soManyBytesOfOneMemberWaitButOneLongFrameAloneDoesAlways() {
        Allowance allowance = new Allowance(100, 1_000);
        assertThat(allowance.admit(LOUD, 5_000, waiting::add)).isTrue();
        assertThat(allowance.admit(LOUD, 1, waiting::add)).isFalse();
        waiting.get(0).run();
        assertThat(allowance.admit(LOUD, 100, waiting::add)).isTrue();
        assertThat(allowance.admit(LOUD, 100, waiting::add)).isTrue();
        assertThat(allowance.admit(LOUD, 500, waiting::add)).isFalse();
    }

    @Test
    void whatAMemberThatIsGoneHadWaitingDoesNotCountForOthers() {
        Allowance allowance = new Allowance(1, 1_000);
        assertThat(allowance.admit(LOUD, 10, waiting::add)).isTrue();
        allowance.present(Set.of(QUIET));
        assertThat(allowance.admit(LOUD, 10, waiting::add)).isTrue();
        waiting.get(0).run();
        assertThat(allowance.admit(LOUD, 10, waiting::add)).isFalse();
    }
}

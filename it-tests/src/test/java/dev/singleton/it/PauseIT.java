package dev.singleton.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.it.Event.Kind;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("When a JVM stands still for longer than the others wait, and then goes on")
@Timeout(600)
class PauseIT {

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "that hosts, none, quorum: two for a while, as it cannot know; cp: the old one does nothing more; then there is one")
    void hostPaused(Mode mode) {
        try (Box box = Box.ofThreeUncut("pause", mode)) {
            box.traffic(50);
            box.awaitFlow(20);

            long paused = System.nanoTime();
            box.pause("n1");
            box.await(paused, Kind.STARTED, "n2");
            box.awaitFlow(20, "n2", "n3");
            long resumed = System.nanoTime();
            box.resume("n1");
            box.await(resumed, Kind.STOPPED, "n1");
            box.awaitCalm();
            box.awaitFlow(20);

            Verdict verdict = box.verdict().assertKept(mode).assertHost("n1#1");
            // Under a lease too: the old one is there until it is told, but handles nothing; the verdict has looked.
            assertThat(verdict.overlaps()).isNotEmpty();
            if (mode.leased()) {
                assertThat(verdict.census().of(Kind.REFUSED))
                        .as("the last write of the old instance")
                        .isNotEmpty()
                        .allSatisfy(refused -> assertThat(refused.life()).isEqualTo("n1#1"));
            }
        }
    }

    @Test
    @DisplayName("that does not host, it is removed, comes back by a merge, and the instance never moved")
    void otherPaused() {
        try (Box box = Box.ofThreeUncut("otherPaused", Mode.NONE)) {
            long paused = System.nanoTime();
            box.pause("n3");
            box.awaitView(paused, "n1", "n1", "n2");
            box.traffic(50);
            box.awaitFlow(20);
            box.resume("n3");
            box.awaitCalm();
            box.traffic("n3", Box.COUNTER, 50);
            box.awaitFlow(20);

            Verdict verdict = box.verdict().assertKept(Mode.NONE).assertHost("n1#1");
            if (verdict.disturbance().keptSight("n1", "n2")) {
                assertThat(verdict.census().moves()).doesNotContain("n1#1 stopped");
            }
        }
    }
}

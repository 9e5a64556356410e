package dev.singleton.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("When all nodes are gone, and all are started again at once")
@Timeout(600)
class FullStopIT {

    private static final List<String> ALL = List.of("n1", "n2", "n3");

    /**
     * In each mode nothing is lost and no letter dies. {@code quorum}, {@code cp}: the last node may have no instance any
     * more, and nobody to whom it could give what is told on it; so it tells nothing then. Under a lease the tokens of the
     * new cluster are larger than all of the old one.
     */
    @ParameterizedTest
    @EnumSource
    @DisplayName("after they left one after the other, one hosts, and no message is lost, repeated or a dead letter")
    void allLeave(Mode mode) {
        try (Box box = Box.ofThreeUncut("allLeave", mode)) {
            box.traffic(50);
            box.awaitFlow(20);

            box.leave("n1");
            box.awaitFlow(20);
            box.quiet(Box.COUNTER, "n3");
            box.leave("n2");
            box.end("n3");
            startAll(box);

            Verdict verdict = box.verdict().assertKept(mode).assertHost("n1#2").assertFlawless(ALL);
            assertThat(verdict.overlaps()).isEmpty();
        }
    }

    /**
     * In each mode what was told before may be gone with those that told it and with the host. Under a lease the tokens of
     * the new cluster are larger than all of the old one, of which no memory is left.
     */
    @ParameterizedTest
    @EnumSource
    @DisplayName("after they were killed, one hosts, and nothing is handled twice")
    void allKilled(Mode mode) {
        try (Box box = Box.ofThreeUncut("allKilled", mode)) {
            box.traffic(50);
            box.awaitFlow(20);

            ALL.forEach(box::kill);
            startAll(box);

            Verdict verdict = box.verdict().assertKept(mode).assertHost("n1#2");
            assertThat(verdict.instances()).hasSizeGreaterThan(1);
        }
    }

    private static void startAll(Box box) {
        box.start("n1", "n2", "n3");
        box.awaitCalm();
        box.traffic(50);
        box.awaitFlow(20);
    }
}

package dev.singleton.it;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("When one node hears nothing of the host any more, which hears it, and a third one hears both")
@Timeout(600)
class OneWayCutIT {

    /**
     * Who sees whom then is for the member lists to settle: the node may be put out, or the host. In each mode the third one
     * is served, and in the end one instance serves all. Under a lease there are never two.
     */
    @ParameterizedTest
    @EnumSource
    @DisplayName("somebody serves the third one, and when the link is whole again one instance serves all")
    void oneWay(Mode mode) {
        try (Box box = Box.ofThree("oneWay", mode)) {
            box.traffic(50);
            box.awaitFlow(20);

            box.cutOneWay("n1", "n2");
            box.timeLine.await("n1 and n2 without each other", () -> !box.keptSight("n1", "n2"));
            box.awaitTime(Duration.ofSeconds(3));
            box.awaitFlow(20, "n3");
            box.heal();
            box.awaitCalm();
            box.awaitFlow(20);

            box.verdict().assertKept(mode).assertHost("n1#1");
        }
    }
}

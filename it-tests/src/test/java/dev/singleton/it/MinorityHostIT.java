package dev.singleton.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.it.Event.Kind;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("A partition, with the host on the small side")
@Timeout(600)
class MinorityHostIT {

    /** What must hold, beside what {@link Verdict} asks of every story. */
    private static void expect(Mode mode, Box box, long cut) {
        Event next = box.await(cut, Kind.STARTED, "n2");
        switch (mode) {
            case NONE -> {
                // Each side has one, and each serves those that it sees.
                box.awaitFlow(20, "n1");
                assertThat(box.judged().living()).extracting(Instance::life).containsExactly("n1#1", "n2#1");
            }
            case QUORUM -> {
                // The lone one gives up, by itself: no order between the two is promised.
                box.await(cut, Kind.STOPPED, "n1");
                assertThat(box.judged().living()).extracting(Instance::life).containsExactly("n2#1");
            }
            case CP -> {
                // The lone one has given up before the other one began.
                Event stopped = box.await(cut, Kind.STOPPED, "n1");
                assertThat(stopped.nanos()).isLessThan(next.nanos());
            }
        }
        box.awaitFlow(20, "n2", "n3");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("none: one on each side, and one after the merge; quorum: the small side stops; cp: it stops first")
    void minority(Mode mode) {
        try (Box box = Box.ofThree("minority", mode)) {
            box.traffic(50);
            box.awaitFlow(20);

            long cut = System.nanoTime();
            box.partition(List.of("n1"), List.of("n2", "n3"));
            expect(mode, box, cut);

            box.heal();
            box.awaitCalm();
            box.awaitFlow(20);

            Verdict verdict = box.verdict().assertKept(mode);
            assertThat(verdict.living()).extracting(Instance::life).containsExactly("n1#1");
        }
    }
}

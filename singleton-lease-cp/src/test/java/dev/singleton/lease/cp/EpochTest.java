package dev.singleton.lease.cp;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.cp.IAtomicLong;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Tokens grow, whatever the clock says, as long as somebody remembers. */
class EpochTest {

    private static final long AN_HOUR = 3_600_000;

    private final AtomicLong atArbiter = new AtomicLong();
    private final LargestTokens tokens = new LargestTokens(2);

    private Epoch epoch(LargestTokens known) {
        IAtomicLong value = (IAtomicLong) Proxy.newProxyInstance(
                EpochTest.class.getClassLoader(), new Class<?>[] {IAtomicLong.class}, (proxy, method, args) -> {
                    return switch (method.getName()) {
                        case "get" -> atArbiter.get();
                        case "compareAndSet" -> atArbiter.compareAndSet((long) args[0], (long) args[1]);
                        default -> throw new UnsupportedOperationException(method.getName());
                    };
                });
        return new Epoch(value, known, "cluster/group");
    }

    private static long token(Epoch epoch, long fence) {
        return epoch.tokens(List.of(fence)).get(0);
    }

    @Test
    void theFirstEpochIsTheTimeAndStays() {
        long before = System.currentTimeMillis();
        Epoch epoch = epoch(tokens);
        epoch.begin();
        long begun = atArbiter.get();
        assertThat(begun).isBetween(before, System.currentTimeMillis());

        assertThat(token(epoch, 3)).isLessThan(token(epoch, 4));
        epoch(tokens).begin();

        assertThat(atArbiter).hasValue(begun);
    }

    @Test
    void anArbiterThatForgotAllBeginsAboveWhatWasGivenHereAlthoughTheClockIsBehind() {
        long given = Token.of(System.currentTimeMillis() + AN_HOUR, 5_000_000);
        tokens.given("cluster/group", given >> 20, given);

        assertThat(token(epoch(tokens), 3)).isGreaterThan(given);
    }

    @Test
    void anEpochThatANodeBehindHasBegunIsRaisedAndTheNextOfTheOthersIsAboveItToo() {
        Epoch behind = epoch(new LargestTokens(2));
        behind.begin();
        long given = Token.of(System.currentTimeMillis() + AN_HOUR, 7);
        tokens.given("cluster/group", given >> 20, given);

        Epoch knowing = epoch(tokens);
        knowing.begin();
        long raised = token(knowing, 10);

        assertThat(raised).isGreaterThan(given);
        assertThat(token(behind, 11)).isGreaterThan(raised);
    }

    @Test
    void twoNodesOfOneJvmDoNotDriveEachOther() {
        Epoch one = epoch(tokens);
        Epoch other = epoch(tokens);
        one.begin();
        other.begin();
        long begun = atArbiter.get();

        long later = token(other, 20);
        long earlier = token(one, 19);

        assertThat(atArbiter).hasValue(begun);
        assertThat(earlier).isLessThan(later);
    }

    @Test
    void theArbitersThatWereNotUsedForLongestAreForgotten() {
        tokens.given("one", 1, 1);
        tokens.given("two", 2, 2);
        assertThat(tokens.of("one").token()).isEqualTo(1);

        tokens.given("three", 3, 3);

        assertThat(tokens.of("two").token()).isZero();
        assertThat(tokens.of("one").token()).isEqualTo(1);
    }
}

package dev.singleton.lease.cp;

import com.hazelcast.cp.IAtomicLong;
import dev.singleton.lease.cp.LargestTokens.Largest;
import java.util.List;

/**
 * The epoch of one CP group, as one session sees it: a number at the arbiter that never falls while the arbiter lives.
 * Whoever needs it first sets it; whoever finds it below one that was seen before knows that the arbiter is a new one, and
 * raises it above all that was given here. It is read anew after each lock, so the next holder's token is above that of whoever raised it before. Owner thread
 * only.
 */
final class Epoch {

    /** Others raise it, too; each of them makes it larger, so that a few tries are plenty. */
    private static final int TRIES = 10;

    private final IAtomicLong atArbiter;
    private final LargestTokens tokens;
    private final String arbiter;

    Epoch(IAtomicLong atArbiter, LargestTokens tokens, String arbiter) {
        this.atArbiter = atArbiter;
        this.tokens = tokens;
        this.arbiter = arbiter;
    }

    /**
     * The tokens for locks that were taken before this call, above those of every earlier holder that is known here.
     *
     * @param fences of the locks, in the order of locking; not empty. However many they are, the arbiter is asked once
     */
    List<Long> tokens(List<Long> fences) {
        long epoch = above(fences.get(0));
        List<Long> made = fences.stream().map(fence -> Token.of(epoch, fence)).toList();
        tokens.given(arbiter, epoch, made.get(made.size() - 1));
        return made;
    }

    /** Sees to it, before the first lock of a session, that the arbiter has an epoch, and not one of the past. */
    void begin() {
        long epoch = above(Token.LARGEST_PLAIN_FENCE);
        tokens.given(arbiter, epoch, Token.of(epoch, 1));
    }

    private long above(long fence) {
        for (int i = 0; i < TRIES; i++) {
            // Looked up first: as long as the arbiter lives, its epoch is not less than one that was seen before.
            Largest known = tokens.of(arbiter);
            long epoch = atArbiter.get();
            boolean same = epoch == known.epoch();
            if (epoch != 0 && (same || (epoch > known.epoch() && Token.of(epoch, fence) > known.token()))) {
                return epoch;
            }
            long least = Token.epochAfter(known.token());
            // A compareAndSet that was sent twice may deny what it has done: only what is there then counts.
            boolean unusedAnswer =
                    atArbiter.compareAndSet(epoch, epoch == 0 ? Math.max(System.currentTimeMillis(), least) : least);
        }
        throw new IllegalStateException(
                "The epoch at the arbiter " + arbiter + " was changed by others " + TRIES + " times in a row");
    }
}

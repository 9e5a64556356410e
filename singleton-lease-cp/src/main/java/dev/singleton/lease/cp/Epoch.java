package dev.singleton.lease.cp;

import com.hazelcast.cp.IAtomicLong;

/**
 * The epoch of one CP group, as one session sees it: a number at the arbiter that never falls while the arbiter lives.
 * Whoever needs it first sets it; whoever finds that it makes tokens which are not above those that were given here raises
 * it. It is read anew after each lock, so the next holder's token is above that of whoever raised it before. Owner thread
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

    /** The token for a lock that was taken before this call, above all that were given here for earlier ones. */
    long token(long fence) {
        long token = Token.of(after(fence), fence);
        tokens.given(arbiter, token);
        return token;
    }

    /** Sees to it, before the first lock of a session, that the arbiter has an epoch, and not one of the past. */
    void begin() {
        long unusedEpoch = after(Token.LARGEST_PLAIN_FENCE);
    }

    /** The epoch in which a token with this fence is above all that were given here. */
    private long after(long fence) {
        for (int i = 0; i < TRIES; i++) {
            long known = tokens.of(arbiter);
            long epoch = atArbiter.get();
            if (epoch != 0 && Token.of(epoch, fence) > known) {
                return epoch;
            }
            long least = Token.epochAfter(known);
            // A compareAndSet that was sent twice may deny what it has done: only what is there then counts.
            boolean unusedAnswer =
                    atArbiter.compareAndSet(epoch, epoch == 0 ? Math.max(System.currentTimeMillis(), least) : least);
        }
        throw new IllegalStateException(
                "The epoch at the arbiter " + arbiter + " was changed by others " + TRIES + " times in a row");
    }
}

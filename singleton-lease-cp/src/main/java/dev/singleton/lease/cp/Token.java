package dev.singleton.lease.cp;

/**
 * The fencing token: one long made of the epoch of the arbiter's incarnation and the fence of the lock.
 *
 * <p>Fences grow with every commit of the CP group, and start anew, at 3, when the CP Subsystem is reset or all its members
 * were restarted. The epoch is the wall clock's milliseconds at which an incarnation was first asked for a lease. The sum
 * {@code epoch * 2^20 + fence} grows for ever: a fence beyond 20 bits carries into the epoch, and that is in order as long
 * as the group commits fewer than 1,048,576 times a millisecond, on average. It lasts until the year 2248.
 *
 * <p>A JVM that has given tokens knows the largest of them, and begins a new incarnation, or corrects one that another node
 * has begun, above it, whatever the clocks say ({@link LargestTokens}, {@link Epoch}). The premise that is left: when the
 * nodes that know have forgotten, all JVMs or all applications having been restarted, the clock of the node that asks first
 * is not behind the time at which the incarnation before began. The same holds for what a node gives after a reset before
 * one that knows more has opened its session, a second or so. A clock that was set back by less than the earlier incarnation
 * has lived does no harm.
 */
final class Token {

    private static final int FENCE_BITS = 20;

    /** Larger ones carry into the epoch. */
    static final long LARGEST_PLAIN_FENCE = (1L << FENCE_BITS) - 1;

    private Token() {}

    static long of(long epochMillis, long fence) {
        if (epochMillis <= 0 || epochMillis >= 1L << (Long.SIZE - 1 - FENCE_BITS) || fence <= 0) {
            throw new IllegalArgumentException("No token can be made of the epoch " + epochMillis + " and the fence "
                    + fence + ": the epoch is in milliseconds, from 1 to 2^43 - 1, the fence more than 0");
        }
        return (epochMillis << FENCE_BITS) + fence;
    }

    /** The first epoch whose tokens are all larger than this one. */
    static long epochAfter(long token) {
        return (token >> FENCE_BITS) + 1;
    }
}

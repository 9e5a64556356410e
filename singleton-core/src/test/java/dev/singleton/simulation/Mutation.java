package dev.singleton.simulation;

import java.util.stream.Stream;

/** A fault that is put into the simulated surroundings of the core, to see that the simulation finds it. */
enum Mutation {
    NONE,
    /** The shell says that the instance has stopped when the stop is asked for. */
    STOPPED_BEFORE_POST_STOP,
    /** A confirmation counts for whichever round is open. */
    ANY_ROUND_COUNTS,
    /** A node confirms in the middle of its own round and goes on with it. */
    PROMISE_FORGOTTEN,
    /** A decline counts as a confirmation. */
    DECLINE_COUNTS,
    /** A confirmation counts for somebody other than who gave it. */
    WRONG_SENDER,
    /** What was held goes into the mailbox in the wrong order. */
    HOLD_REVERSED,
    /** A batch that comes twice is taken twice. */
    BATCH_TAKEN_TWICE,
    /** What was in flight to a member that is gone is sent again. */
    REPLAYED,
    /** What was accepted for an instance that does not come is forgotten. */
    MAILBOX_FORGOTTEN,
    /** The shell forgets to say that the instance has stopped, once in a while. */
    STOP_UNREPORTED,
    /** Warm state is that of an earlier instance. */
    STALE_STATE,
    /** A node goes on with its instance although it has lost the quorum, or leaves: it does not see its own list. */
    BLIND_TO_MEMBERS,
    /** The deadline of a lease is counted from the answer to a sign of life, not from its sending. */
    DEADLINE_FROM_ANSWER(true),
    /** A lease ends for its holder when it ends at the arbiter, if all clocks went alike. */
    MARGIN_FORGOTTEN(true),
    /** Only the arbiter says that a lease is lost; the node does not look at its clock. */
    LOSS_BY_ARBITER_ONLY(true),
    /** The lease is given back when the stop is asked for. */
    RELEASED_BEFORE_POST_STOP(true),
    /** A lost lease is asked for again while the instance still stops. */
    ACQUIRED_WHILE_DRAINING(true),
    /** The instance does not look at its lease before a message. */
    LEASE_NOT_LOOKED_AT(true),
    /** A grant that came after its attempt was given up, and was given back, is used for the next attempt. */
    GRANT_USED_AFTER_GIVING_UP(true),
    /** A token comes a second time. */
    TOKENS_REPEAT(true),
    /** The store takes whatever comes. */
    STORE_WITHOUT_FENCE(true),
    /** Who has given the lease back does not say so. Breaks no promise: whoever wants it asks again anyway, but later. */
    RELEASE_NOT_TOLD(false) {
        @Override
        Stream<Layer> layers() {
            return Stream.empty();
        }
    };

    private final boolean leases;

    Mutation() {
        this(false);
    }

    Mutation(boolean leases) {
        this.leases = leases;
    }

    /** Where it is looked for. */
    Stream<Layer> layers() {
        return leases ? Stream.of(Layer.LEASE, Layer.BOTH) : Stream.of(Layer.HAND_OVER);
    }
}

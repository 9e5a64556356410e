package dev.singleton.exploration;

/** One thing that happens in a cluster. */
// A state is kept as a few numbers: that is what ordinals are for here.
@SuppressWarnings("EnumOrdinal")
enum Move {
    JOINS,
    OPENS,
    SEES,
    CRASHES,
    LEAVES,
    CLOSES,
    /** The member of a node that has left, or that is dead, leaves the list. */
    IS_REMOVED,
    STOPS,
    STARTS,
    RESTARTS,
    GETS,
    GETS_TWICE,
    REFUSES,
    LOSES,
    FIRES,
    RESENDS,
    BEGINS,
    STARTED,
    FAILED,
    STOPPED,
    DIED,
    VANISHES,
    UNANSWERED,
    GIVEN_UP,
    RELEASE_UNANSWERED,
    EXPIRES,
    HEARS_OF_LOSS,
    MAY_LEASE,
    ARBITER_GETS,
    ARBITER_DENIES,
    ARBITER_FORGETS;

    private static final Move[] ALL = values();

    static Move of(int number) {
        return ALL[number];
    }
}

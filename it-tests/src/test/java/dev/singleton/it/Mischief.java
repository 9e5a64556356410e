package dev.singleton.it;

/**
 * What a hostile member can do to the others, in kinds; in the order in which a siege goes through them: first what is
 * heard only of a member that has not spoilt its own numbers yet.
 */
enum Mischief {
    /** Batches whose numbers go up, down and in circles; each holds the message of its number. */
    SEQUENCES(50),
    /** Messages in which values are nested without end. */
    NESTED(2),
    /** Messages and replies that name classes which must not run. */
    TRAPS(20),
    /** Messages that are said to come from another node. */
    ORIGINS(15),
    /** Lengths and counts up to some gigabytes, with nothing behind them, in frames and in messages. */
    PROMISES(50),
    /** Frames of some megabytes: many empty messages, many singletons, or one long message. */
    GIANTS(0),
    /** Announcements of singletons of which nobody has heard, each name another one. */
    INVENTED_NAMES(5),
    /** What it is, and that it hosts: another word each time, as a new life or the same. */
    ANNOUNCEMENTS(20),
    /** Settings that turn from agreement to disagreement and back. */
    TERMS(10),
    /** Random bytes, some behind a good beginning. */
    NOISE(140),
    /** Real frames in which a few bits are changed. */
    FLIPPED(140),
    /** Real frames that end too early, or go on too long. */
    CUT(100),
    /** Frames of other versions, and of kinds that nobody knows. */
    VERSIONS(50),
    /** About singletons that nobody knows, each name another one. */
    WRONG_KEYS(90),
    /** Answers to questions that nobody asked: confirmations, refusals, receipts, with extreme numbers. */
    ANSWERS(100),
    /** Replies to asks, with ids as they are near those of the victim. */
    REPLIES(60),
    /** Dead letters of messages that were never told. */
    RETURNS(10),
    /** Wishes that the host stand down, with extreme rounds. */
    STAND_DOWNS(50),
    /** What the honest nodes and this one have sent before, once more and to somebody else. */
    REPLAYS(40),
    /** Refusals of frames that it never got. */
    REFUSALS(28),
    /** Operations of the transport without a frame, or with a length that is a lie. */
    LIES(20),
    /** Wishes to start the instance anew. */
    WISHES(0);

    private static final int MOST_GIANTS = 15;

    /** Of a thousand frames of a siege. */
    private final int share;

    Mischief(int share) {
        this.share = share;
    }

    int of(int frames) {
        return this == GIANTS ? Math.min(MOST_GIANTS, frames / 10_000) : (int) ((long) frames * share / 1_000);
    }
}

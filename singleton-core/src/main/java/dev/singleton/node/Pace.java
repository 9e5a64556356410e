package dev.singleton.node;

import dev.singleton.NodeId;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * How often what a member says of one singleton is told, in the log and to listeners: some times in a row, and then now and
 * then. A member that changes its mind all the time must not fill the log. Used by one thread.
 */
final class Pace {

    /** Times in a row. */
    private static final int BURST = 20;

    private static final long INTERVAL_NANOS = Duration.ofSeconds(30).toNanos();

    /** What may still be told, and since when; no more than there are members. */
    private final Map<NodeId, Credit> credits = new HashMap<>();

    private record Credit(int left, long since) {}

    /** Whether it may be told, or told as the last one for a while, or is not to be told. */
    enum Word {
        TELL,
        TELL_AS_LAST,
        BE_SILENT
    }

    Word of(NodeId member, long now) {
        Credit before = credits.getOrDefault(member, new Credit(BURST, now));
        long gained = (now - before.since()) / INTERVAL_NANOS;
        int left = (int) Math.min(BURST, before.left() + gained);
        long since = left == BURST ? now : before.since() + gained * INTERVAL_NANOS;
        credits.put(member, new Credit(Math.max(0, left - 1), since));
        return left == 0 ? Word.BE_SILENT : left == 1 ? Word.TELL_AS_LAST : Word.TELL;
    }

    /** Nothing is remembered of who is gone. */
    void gone(NodeId member) {
        credits.remove(member);
    }
}

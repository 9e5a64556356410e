package dev.singleton.it;

import java.util.concurrent.ThreadLocalRandom;

/**
 * How late what is sent between two nodes arrives. TCP shows a loss to an application as a delay only: a chunk that is lost
 * waits for 200 ms, and twice as long for each further loss in a row, as TCP would before it sends again. Safe for threads.
 */
final class Link {

    /** What TCP waits at least before it sends again. */
    private static final long FIRST_WAIT = 200;

    /** After so many losses in a row, 25 s, a chunk arrives. */
    private static final int MOST_LOSSES = 7;

    private record Quality(long millis, int lossPercent) {}

    private volatile Quality quality = new Quality(0, 0);

    /**
     * From now on.
     *
     * @param lossPercent 0 to 99
     */
    void set(long millis, int lossPercent) {
        if (millis < 0 || lossPercent < 0 || lossPercent > 99) {
            throw new IllegalArgumentException("No link can be late by " + millis + " ms and lose " + lossPercent
                    + " % of what is sent: give 0 ms or more, and 0 to 99 %");
        }
        quality = new Quality(millis, lossPercent);
    }

    /** How many milliseconds the next chunk waits. */
    long delayMillis() {
        Quality now = quality;
        long wait = FIRST_WAIT;
        long delay = now.millis();
        for (int losses = 0;
                losses < MOST_LOSSES && ThreadLocalRandom.current().nextInt(100) < now.lossPercent();
                losses++) {
            delay += wait;
            wait *= 2;
        }
        return delay;
    }
}

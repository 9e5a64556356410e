package dev.singleton.it;

import java.util.concurrent.atomic.AtomicInteger;

/** Rings when code of a {@link Trap} runs in this JVM. Nobody need touch a trap to find out. */
final class Alarm {

    private static final AtomicInteger RINGS = new AtomicInteger();

    private Alarm() {}

    static void ring() {
        RINGS.incrementAndGet();
    }

    static int rings() {
        return RINGS.get();
    }
}

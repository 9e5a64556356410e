package dev.singleton.it;

import dev.singleton.Proxy;
import dev.singleton.it.TestMessage.HowMany;
import dev.singleton.it.TestMessage.Tally;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Asks one singleton from one node, at a steady pace and without waiting for the answers. */
final class Asker {

    private final Proxy<TestMessage> proxy;
    private final AtomicLong asked = new AtomicLong();
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    /** One party for whoever asks, one for each ask without an answer. */
    private final Phaser open = new Phaser(1);

    private volatile boolean quiet;

    Asker(Proxy<TestMessage> proxy) {
        this.proxy = proxy;
    }

    /** Returns after {@link #quiet()}. */
    void ask(int perSecond) {
        while (!quiet) {
            LockSupport.parkNanos(1_000_000_000L / perSecond);
            asked.incrementAndGet();
            open.register();
            var unused = proxy.ask(new HowMany(), Tally.class).whenComplete((tally, failure) -> {
                (failure == null ? answered : failed).incrementAndGet();
                open.arriveAndDeregister();
            });
        }
        open.arriveAndDeregister();
    }

    /** Ends the asking; how many asks there were, how many were answered and how many failed. */
    String quiet() throws InterruptedException {
        quiet = true;
        // The only phase ends with the last answer.
        open.awaitAdvanceInterruptibly(0);
        return asked + " " + answered + " " + failed;
    }
}

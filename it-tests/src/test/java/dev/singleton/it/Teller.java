package dev.singleton.it;

import dev.singleton.Proxy;
import dev.singleton.it.TestMessage.Numbered;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Tells numbered messages to one singleton from one node, one row for all of the node's life. */
final class Teller {

    private final Proxy<TestMessage> proxy;
    private final String life;
    private final Reporter reporter;
    /** Held while messages are told, so that they are told in the order of their numbers. */
    private final ReentrantLock telling = new ReentrantLock();

    private long told;
    private volatile boolean quiet;

    Teller(Proxy<TestMessage> proxy, String life, Reporter reporter) {
        this.proxy = proxy;
        this.life = life;
        this.reporter = reporter;
    }

    /** Tells so many, at this rate, or without a pause when it is 0; returns when the last one is told. */
    void tell(long count, int perSecond) {
        quiet = false;
        telling.lock();
        try {
            long begin = System.nanoTime();
            for (long i = 0; i < count && !quiet; i++) {
                if (perSecond > 0) {
                    awaitUntil(begin + i * 1_000_000_000L / perSecond);
                }
                told++;
                proxy.tell(new Numbered(life, told, System.nanoTime()));
            }
        } finally {
            telling.unlock();
        }
        reporter.report(Event.Kind.TOLD, proxy.key().typeName(), String.valueOf(told));
    }

    private static void awaitUntil(long time) {
        for (long left = time - System.nanoTime(); left > 0; left = time - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** Ends what is being told, and says how much that was; returns when the last one is told. */
    long quiet() {
        quiet = true;
        telling.lock();
        try {
            reporter.report(Event.Kind.TOLD, proxy.key().typeName(), String.valueOf(told));
            return told;
        } finally {
            telling.unlock();
        }
    }
}

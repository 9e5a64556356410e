package dev.singleton.it.quarkus;

import dev.singleton.Proxy;
import dev.singleton.Singleton;
import dev.singleton.SingletonEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.concurrent.atomic.AtomicInteger;

/** What happened on this node. */
@ApplicationScoped
public class Traces {

    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger starts = new AtomicInteger();

    void add() {
        calls.incrementAndGet();
    }

    /** Its second parameter is an injection point that belongs to no bean's list. */
    void started(
            @Observes @Singleton("job-scheduler") SingletonEvent.InstanceStarted event,
            @Singleton("seen-by-an-observer-only") Proxy<String> elsewhere) {
        if (elsewhere.key().typeName().equals("seen-by-an-observer-only")) {
            starts.incrementAndGet();
        }
    }

    /** Intercepted calls of the actor here, and its starts. */
    public String text() {
        return calls.get() + " calls, " + starts.get() + " starts";
    }
}

package dev.singleton.it;

import dev.singleton.SingletonContext;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Writes into the {@link GuardedStore} of the observer, through this JVM's pipes. */
final class PipeGuard implements Guard {

    private final Reporter reporter;
    private final AtomicLong last = new AtomicLong();
    private final Map<String, CompletableFuture<Void>> pending = new ConcurrentHashMap<>();

    PipeGuard(Reporter reporter) {
        this.reporter = reporter;
    }

    /** Returns when the store has taken or refused it. */
    @Override
    public void write(SingletonContext<TestMessage> context, String sender, long number) {
        String id = String.valueOf(last.incrementAndGet());
        CompletableFuture<Void> done = new CompletableFuture<>();
        pending.put(id, done);
        String token = String.valueOf(context.fencingToken().orElseThrow());
        reporter.report(Event.Kind.WRITE, id, context.key().typeName(), sender, String.valueOf(number), token);
        done.join();
    }

    /** The store has answered. */
    void done(String id) {
        CompletableFuture<Void> done = pending.remove(id);
        if (done != null) {
            done.complete(null);
        }
    }
}

package dev.singleton.node;

import dev.singleton.NodeId;
import dev.singleton.SingletonUnavailableException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Who waits for a restart. Each wait ends: with the host's answer, the end of host or node, or after a minute. */
final class Restarts {

    private static final Duration LONGEST = Duration.ofMinutes(1);

    private final Services services;
    private final Map<Long, Waiting> waiting = new ConcurrentHashMap<>();
    /** A secret between this node and the host: nobody else can answer. */
    private final SecureRandom ids = new SecureRandom();

    private record Waiting(CompletableFuture<@Nullable Void> outcome, Optional<NodeId> host) {}

    Restarts(Services services) {
        this.services = services;
    }

    /** On the control thread. */
    long open(CompletableFuture<@Nullable Void> outcome, Optional<NodeId> host) {
        Waiting wish = new Waiting(outcome, host);
        long id = ids.nextLong();
        while (waiting.putIfAbsent(id, wish) != null) {
            id = ids.nextLong();
        }
        long chosen = id;
        Future<?> unused = services.later(
                () -> answered(chosen, "no answer came within " + LONGEST + "; it may yet be"), LONGEST, false);
        return chosen;
    }

    /** The error is empty when the new instance runs. */
    void answered(long id, String error) {
        Waiting answered = waiting.remove(id);
        if (answered == null) {
            return;
        }
        if (error.isEmpty()) {
            services.workers().execute(() -> answered.outcome().complete(null));
        } else {
            fail(answered.outcome(), error);
        }
    }

    void fail(CompletableFuture<@Nullable Void> outcome, String error) {
        services.workers()
                .execute(() -> outcome.completeExceptionally(
                        new SingletonUnavailableException("The singleton was not started anew: " + error)));
    }

    void gone(NodeId member) {
        waiting.forEach((id, restart) -> {
            if (restart.host().filter(member::equals).isPresent()) {
                answered(id, "its host " + member + " is gone");
            }
        });
    }
}

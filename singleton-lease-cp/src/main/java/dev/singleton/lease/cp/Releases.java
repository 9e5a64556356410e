package dev.singleton.lease.cp;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The releases of one lease that the arbiter has not confirmed, and until when they wait. Any thread; nothing blocks. */
final class Releases {

    private final CpNode node;
    private final List<Release> open = new ArrayList<>();

    record Release(CompletableFuture<Void> done, Moment began) {}

    Releases(CpNode node) {
        this.node = node;
    }

    /**
     * A release begins.
     *
     * @param work what has the arbiter free the lock, and is told the outcome, null when it is free
     */
    CompletionStage<Void> begin(Consumer<Consumer<@Nullable Throwable>> work) {
        Release release = new Release(new CompletableFuture<>(), Moment.now());
        synchronized (open) {
            open.add(release);
        }
        work.accept(failure -> finish(release, failure));
        node.watch(bound());
        return release.done.minimalCompletionStage();
    }

    private void finish(Release release, @Nullable Throwable failure) {
        synchronized (open) {
            open.remove(release);
        }
        node.tell(() -> {
            boolean unusedFirst =
                    failure == null ? release.done.complete(null) : release.done.completeExceptionally(failure);
        });
    }

    /** Nobody waits any more. */
    void failAll(Throwable why) {
        List<Release> all;
        synchronized (open) {
            all = List.copyOf(open);
        }
        all.forEach(release -> finish(release, why));
    }

    /**
     * Fails those that have waited for long enough.
     *
     * @return in how many nanoseconds to look again
     */
    long tick(Moment now) {
        List<Release> late = new ArrayList<>();
        long next = Long.MAX_VALUE;
        synchronized (open) {
            for (Release release : open) {
                long left = release.began.nanosLeft(bound(), now);
                if (left > 0) {
                    next = Math.min(next, left);
                } else {
                    late.add(release);
                }
            }
        }
        for (Release release : late) {
            finish(release, new TimeoutException(node.whySilent(bound())));
        }
        return next;
    }

    private Duration bound() {
        return node.inForce().operationTimeout();
    }
}

package dev.singleton.examples.jobscheduler;

import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Lets every running node send a numbered message again and again: about 200 a second together. */
final class Traffic {

    private static final long INTERVAL_MILLIS = 15;

    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();

    Traffic(Nodes nodes) {
        Future<?> unused = clock.scheduleAtFixedRate(() -> beat(nodes), 0, INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
    }

    private static void beat(Nodes nodes) {
        for (String name : nodes.alive()) {
            nodes.say(name, "beat");
        }
    }

    void stop() throws InterruptedException {
        clock.shutdown();
        clock.awaitTermination(10, TimeUnit.SECONDS);
    }
}

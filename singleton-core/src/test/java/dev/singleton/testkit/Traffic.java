package dev.singleton.testkit;

import static dev.singleton.testkit.Eventually.eventually;

import dev.singleton.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Numbered messages from one node, one every few milliseconds, until it is told to stop: {@code 2#0}, {@code 2#1} and
 * so on. Later it says whether each arrived exactly once and in order.
 */
public final class Traffic implements AutoCloseable {

    private final int node;
    private final AtomicInteger sent = new AtomicInteger();
    private final Thread thread;
    private volatile boolean stopped;

    private Traffic(int node, Proxy<String> proxy, long pauseMillis) {
        this.node = node;
        this.thread = new Thread(
                () -> {
                    while (!stopped) {
                        proxy.tell(node + "#" + sent.get());
                        sent.incrementAndGet();
                        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(pauseMillis));
                    }
                },
                "traffic-" + node);
        thread.setDaemon(true);
        thread.start();
    }

    /** Traffic from a node, a message every 5 ms. */
    public static Traffic from(int node, Proxy<String> proxy) {
        return new Traffic(node, proxy, 5);
    }

    public int sent() {
        return sent.get();
    }

    /** Waits until so many more were sent, so that a window cannot pass by empty. */
    public void awaitMore(int messages) {
        int goal = sent.get() + messages;
        eventually("node " + node + " sends " + messages + " more", () -> sent.get() >= goal);
    }

    /** No more messages; the last one was sent. */
    @Override
    public void close() {
        stopped = true;
        try {
            thread.join(TimeUnit.SECONDS.toMillis(30));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Of these messages, the ones of this traffic. */
    public List<String> mine(List<String> messages) {
        return messages.stream()
                .filter(message -> message.startsWith(node + "#"))
                .toList();
    }

    /** Stops, waits until the last message was handled, and gives what is wrong; empty when all came once, in order. */
    public List<String> faultsOf(Stage stage) {
        close();
        int count = sent.get();
        eventually(
                "the last of " + count + " messages of node " + node + " is handled",
                () -> mine(stage.handled()).contains(node + "#" + (count - 1)));
        return faults(mine(stage.handled()), count);
    }

    private List<String> faults(List<String> received, int count) {
        List<String> faults = new ArrayList<>();
        Map<String, Integer> times = new HashMap<>();
        received.forEach(message -> times.merge(message, 1, Integer::sum));
        for (int i = 0; i < count; i++) {
            int came = times.getOrDefault(node + "#" + i, 0);
            if (came != 1) {
                faults.add(node + "#" + i + " came " + came + " times");
            }
        }
        faults.addAll(disorder(received));
        return faults;
    }

    /** Each message that came after a later one of the same node. */
    public static List<String> disorder(List<String> received) {
        List<String> faults = new ArrayList<>();
        int last = -1;
        for (String message : received) {
            int number = Integer.parseInt(message.substring(message.indexOf('#') + 1));
            if (number <= last) {
                faults.add(message + " came after #" + last);
            }
            last = Math.max(last, number);
        }
        return faults;
    }
}

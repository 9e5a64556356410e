package dev.singleton.examples.jobs;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Clients that schedule jobs all the time, each beginning with another node. A job that was not accepted is sent again with
 * the same id, to the next node, as a good client would.
 */
final class Clients {

    private final List<Node> nodes;
    private final String prefix;
    private final Set<String> accepted = ConcurrentHashMap.newKeySet();
    private final Map<Integer, Integer> refusals = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean end = new AtomicBoolean();
    private final List<Thread> threads = new ArrayList<>();

    private Clients(String prefix, List<Node> nodes) {
        this.prefix = prefix;
        this.nodes = nodes;
    }

    static Clients start(String prefix, List<Node> nodes) {
        Clients clients = new Clients(prefix, nodes);
        for (int number = 0; number < nodes.size(); number++) {
            int first = number;
            Thread thread = new Thread(() -> clients.run(first), prefix + "-client-" + number);
            clients.threads.add(thread);
            thread.start();
        }
        return clients;
    }

    /** So that something surely happened before, or after, what the test does. */
    void awaitMoreAccepted(int count) throws Exception {
        int goal = accepted.size() + count;
        Await.until(goal + " accepted jobs", () -> accepted.size() >= goal);
    }

    /** The ids of the jobs that were accepted, with a 200 or a 201. */
    Set<String> end() throws InterruptedException {
        end.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
        if (!failures.isEmpty()) {
            throw new AssertionError("a client has failed", failures.peek());
        }
        System.out.println(
                prefix + ": " + accepted.size() + " jobs accepted; not accepted at once, by status: " + refusals);
        return accepted;
    }

    private void run(int first) {
        try {
            for (int job = 0; !end.get(); job++) {
                insist(prefix + "-" + first + "-" + job, first);
                // Enough traffic, and few enough jobs to look at each one in the end.
                LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
            }
        } catch (Throwable failed) {
            failures.add(failed);
        }
    }

    private void insist(String id, int first) throws Exception {
        for (int attempt = 0; !end.get() && !accepts(nodes.get((first + attempt) % nodes.size()), id); attempt++) {
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
    }

    private boolean accepts(Node node, String id) throws Exception {
        int status;
        try {
            HttpResponse<String> answer = node.post(id, 1);
            status = answer.statusCode();
        } catch (IOException gone) {
            status = 0;
        }
        if (status == 200 || status == 201) {
            accepted.add(id);
            return true;
        }
        refusals.merge(status, 1, Integer::sum);
        return false;
    }
}

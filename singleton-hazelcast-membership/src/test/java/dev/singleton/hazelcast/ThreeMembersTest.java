package dev.singleton.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import dev.singleton.AskTimeoutException;
import dev.singleton.ClusterSingletons;
import dev.singleton.Proxy;
import dev.singleton.SingletonActor;
import dev.singleton.SingletonContext;
import dev.singleton.SingletonKey;
import dev.singleton.SingletonUnavailableException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("Three members share one singleton")
@Timeout(180)
class ThreeMembersTest {

    private static final SingletonKey<String> GUEST_BOOK = SingletonKey.of("guest-book", String.class);

    private final Cluster cluster = new Cluster();
    private final Map<String, HazelcastInstance> members = new ConcurrentHashMap<>();
    private final Map<String, ClusterSingletons> nodes = new ConcurrentHashMap<>();
    private final Map<String, Proxy<String>> books = new ConcurrentHashMap<>();
    /** What happened to instances, in order, over all nodes. */
    private final Queue<String> diary = new ConcurrentLinkedQueue<>();

    /** All that was told, on whichever node, in the order in which it was received. */
    private final Queue<String> entries = new ConcurrentLinkedQueue<>();

    @BeforeEach
    void startThree() {
        for (String name : List.of("anna", "bert", "carl")) {
            HazelcastInstance member = cluster.start(HazelcastSingletons.configure(cluster.config()));
            ClusterSingletons node = HazelcastSingletons.on(member).build();
            members.put(name, member);
            nodes.put(name, node);
            books.put(name, node.start(GUEST_BOOK, () -> new GuestBook(name)));
        }
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    @DisplayName("all reach it, and it moves on when its host shuts down and when the next one dies")
    void moves() throws Exception {
        String first = settle();
        for (String name : books.keySet()) {
            book(name).tell(name + " was here");
            awaitEntry(name, name + " was here");
            assertThat(book(name).locallyOwned()).isEqualTo(name.equals(first));
        }
        diary.clear();

        leave(first).shutdown();
        String second = ask(anyBut(first), "host?");
        assertThat(second).isNotEqualTo(first);
        assertThat(diary).containsExactly(first + " closes", second + " opens");

        leave(second).getLifecycleService().terminate();
        String third = ask(anyBut(second), "host?");
        assertThat(books.keySet()).containsExactly(third);
        assertThat(List.copyOf(diary).get(diary.size() - 1)).isEqualTo(third + " opens");
    }

    @Test
    @DisplayName("what is told while the host shuts down arrives once and in order at the next")
    void nothingLost() throws Exception {
        String first = settle();
        String teller = anyBut(first);
        int messages = 2_000;
        Thread shutdown = new Thread(() -> leave(first).shutdown());
        List<String> told = new ArrayList<>();
        for (int i = 0; i < messages; i++) {
            if (i == messages / 4) {
                shutdown.start();
            }
            told.add(String.valueOf(i));
            book(teller).tell(String.valueOf(i));
        }
        shutdown.join();
        awaitEntry(teller, String.valueOf(messages - 1));
        assertThat(differences(told)).isEmpty();
    }

    /** Waits until the lowest address hosts, as the default placement wants, and all know it. */
    private String settle() throws Exception {
        String lowest = books.keySet().stream()
                .min(Comparator.comparing(name -> Objects.requireNonNull(members.get(name))
                        .getCluster()
                        .getLocalMember()
                        .getAddress()
                        .getPort()))
                .orElseThrow();
        for (String name : books.keySet()) {
            while (!ask(name, "host?").equals(lowest)) {
                Thread.onSpinWait();
            }
        }
        return lowest;
    }

    private Proxy<String> book(String name) {
        return Objects.requireNonNull(books.get(name));
    }

    private HazelcastInstance leave(String name) {
        books.remove(name);
        return Objects.requireNonNull(members.get(name));
    }

    private String anyBut(String name) {
        return books.keySet().stream()
                .filter(other -> !other.equals(name))
                .sorted()
                .findFirst()
                .orElseThrow();
    }

    /** Asks until somebody answers: right after a death, a question may have been put to the dead. */
    private String ask(String from, String question) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(Station.PATIENCE_SECONDS);
        while (true) {
            try {
                return book(from)
                        .ask(question, String.class)
                        .toCompletableFuture()
                        .get();
            } catch (ExecutionException failed) {
                boolean mayAskAgain = failed.getCause() instanceof SingletonUnavailableException
                        || failed.getCause() instanceof AskTimeoutException;
                if (System.nanoTime() > deadline || !mayAskAgain) {
                    throw failed;
                }
            }
        }
    }

    /** The first few places where the entries are not what was told: readable, unlike the two lists. */
    private List<String> differences(List<String> told) {
        List<String> written = List.copyOf(entries);
        return IntStream.range(0, Math.max(told.size(), written.size()))
                .filter(i ->
                        i >= told.size() || i >= written.size() || !told.get(i).equals(written.get(i)))
                .mapToObj(i -> "told " + (i < told.size() ? told.get(i) : "nothing") + ", entered "
                        + (i < written.size() ? written.get(i) : "nothing"))
                .limit(10)
                .toList();
    }

    private void awaitEntry(String from, String entry) throws Exception {
        while (!entries.contains(entry)) {
            ask(from, "host?");
        }
    }

    private final class GuestBook implements SingletonActor<String> {
        private final String host;

        GuestBook(String host) {
            this.host = host;
        }

        @Override
        public void preStart(SingletonContext<String> context) {
            diary.add(host + " opens");
        }

        @Override
        public void receive(String message, SingletonContext<String> context) {
            if (context.expectsReply()) {
                context.reply(host);
            } else {
                entries.add(message);
            }
        }

        @Override
        public void postStop(SingletonContext<String> context) {
            diary.add(host + " closes");
        }
    }
}

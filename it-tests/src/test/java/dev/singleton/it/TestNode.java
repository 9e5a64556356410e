package dev.singleton.it;

import com.hazelcast.core.HazelcastInstance;
import dev.singleton.Proxy;
import dev.singleton.SingletonOptions;
import dev.singleton.SingletonStatus;
import dev.singleton.hazelcast.HazelcastSingletons;
import dev.singleton.it.TestMessage.Fail;
import dev.singleton.it.TestMessage.HoldThenWrite;
import dev.singleton.it.TestMessage.HowMany;
import dev.singleton.it.TestMessage.Tally;
import dev.singleton.lease.cp.CpLeaseProvider;
import dev.singleton.node.SingletonNode;
import dev.singleton.spi.Lease;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;

/**
 * A JVM with a member and its singletons, under the command of a harness: commands come as lines on standard input
 * (number, verb, words), events go as lines to standard output. When standard input ends, so does the JVM.
 */
final class TestNode {

    private static final System.Logger LOG = System.getLogger(TestNode.class.getName());

    private final String life;
    private final Reporter reporter;
    private final HazelcastInstance hazelcast;
    private final SingletonNode singletons;
    private final CpGroup group;
    private final Map<String, Teller> tellers = new ConcurrentHashMap<>();
    private final Map<String, Asker> askers = new ConcurrentHashMap<>();
    private final Map<String, Guard> guards = new ConcurrentHashMap<>();
    private final PipeGuard pipe;
    private final Semaphore goOn = new Semaphore(0);

    private TestNode(
            String life, Reporter reporter, HazelcastInstance hazelcast, NodeSettings settings, Witness witness) {
        this.life = life;
        this.reporter = reporter;
        this.pipe = new PipeGuard(reporter);
        this.hazelcast = hazelcast;
        this.group = new CpGroup(hazelcast);
        List<CpLeaseProvider> providers = settings.cp().stream()
                .map(lease -> new CpLeaseProvider(lease, hazelcast))
                .toList();
        this.singletons = HazelcastSingletons.on(hazelcast)
                .roles(settings.roles())
                .leaseProviders(providers)
                .buildStarting();
        AutoCloseable unused = singletons.subscribe(witness::happened);
        for (CpLeaseProvider provider : providers) {
            AutoCloseable unusedUntilTheEnd = provider.attend(singletons.self());
        }
        singletons.up();
    }

    /**
     * Arguments: the life of the node, the name of the cluster, its address, its port, the addresses and ports of all, and
     * the words of {@link NodeSettings}.
     */
    public static void main(String[] args) throws IOException {
        Reporter reporter = Reporter.takeStandardOutput();
        Vitals.watch();
        ExecutorService threads = Executors.newCachedThreadPool();
        CompletableFuture<TestNode> node = CompletableFuture.supplyAsync(() -> start(args, reporter), threads);
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try {
            for (String line = commands.readLine(); line != null; line = commands.readLine()) {
                List<String> words = List.of(line.split(" ", -1));
                if (words.get(1).equals("stored")) {
                    node.join().pipe.done(words.get(2));
                } else {
                    threads.execute(() -> node.join().obey(words));
                }
            }
        } finally {
            // Whoever commanded this JVM is gone, perhaps while it still starts.
            Runtime.getRuntime().halt(3);
        }
    }

    private static TestNode start(String[] args, Reporter reporter) {
        try {
            NodeSettings settings = NodeSettings.fromWords(List.of(args).subList(5, args.length));
            List<String> addresses = List.of(args[4].split(",", -1));
            Witness witness = new Witness(reporter, addresses);
            HazelcastInstance hazelcast = settings.member(args[1], args[2], Integer.parseInt(args[3]), addresses);
            TestNode node = new TestNode(args[0], reporter, hazelcast, settings, witness);
            witness.watch(hazelcast);
            reporter.report(Event.Kind.READY);
            return node;
        } catch (RuntimeException failed) {
            LOG.log(Level.ERROR, "The node cannot start", failed);
            reporter.report(Event.Kind.FAILED, String.valueOf(failed.getMessage()));
            throw failed;
        }
    }

    private void obey(List<String> words) {
        String number = words.get(0);
        try {
            reporter.report(Event.Kind.REPLY, number, "ok", answer(words.get(1), words.subList(2, words.size())));
        } catch (Exception | LinkageError failed) {
            LOG.log(Level.WARNING, "Could not obey " + words, failed);
            reporter.report(Event.Kind.REPLY, number, "failed", failed.toString());
        }
        if (words.get(1).equals("exit")) {
            System.exit(0);
        }
    }

    private String answer(String verb, List<String> words) throws Exception {
        return switch (verb) {
            case "host" -> host(Spec.fromWords(words));
            case "host-many" ->
                hostMany(Integer.parseInt(words.get(0)), Spec.fromWords(words.subList(1, words.size())));
            case "hosting" -> hosting(words.get(0));
            case "ref" -> singletons.ref(Spec.keyOf(words.get(0))).toString();
            case "stop" -> done(singletons.stop(Spec.keyOf(words.get(0))));
            case "restart" -> done(singletons.restart(Spec.keyOf(words.get(0))));
            case "tell" -> tell(words.get(0), Long.parseLong(words.get(1)), Integer.parseInt(words.get(2)));
            case "quiet" -> String.valueOf(teller(words.get(0)).quiet());
            case "ask" -> ask(words.get(0), SingletonOptions.defaults().askTimeout());
            case "ask-patiently" -> ask(words.get(0), TimeLine.PATIENCE);
            case "ask-in-vain" -> askInVain(words.get(0), words.get(1));
            case "ask-steadily" -> askSteadily(words.get(0), Integer.parseInt(words.get(1)));
            case "asks" -> endAsks(words.get(0));
            case "footprint" -> Footprint.ofThisJvm().toWords();
            case "hold" -> hold(words.get(0));
            case "go-on" -> goOn();
            case "leases" -> leases();
            case "cp-member" -> group.self();
            case "leads" -> String.valueOf(group.leads());
            case "give-lead-to" -> giveLeadTo(words.get(0));
            case "reset-cp" ->
                done(hazelcast
                        .getCPSubsystem()
                        .getCPSubsystemManagementService()
                        .reset());
            case "committed" -> String.valueOf(group.committed());
            case "status" -> String.valueOf(singletons.status(Spec.keyOf(words.get(0))));
            case "vitals" -> Vitals.take(hazelcast, singletons, Spec.keyOf(words.get(0)));
            case "members" -> String.valueOf(hazelcast.getCluster().getMembers().size());
            case "round-trips" -> roundTrips(words.get(0), Integer.parseInt(words.get(1)));
            case "close" -> close();
            case "shutdown" -> shutdown();
            case "exit" -> "";
            default -> throw new IllegalArgumentException("No such command: " + verb);
        };
    }

    private static String done(CompletionStage<?> stage) throws Exception {
        stage.toCompletableFuture().get();
        return "";
    }

    private String host(Spec spec) {
        return singletons
                .start(
                        spec.singletonKey(),
                        () -> new CountingActor(life, spec, reporter, guard(spec), goOn),
                        spec.options())
                .toString();
    }

    private String hostMany(int count, Spec spec) {
        IntStream.rangeClosed(1, count).forEach(number -> host(spec.withKey(spec.key() + "-" + number)));
        return "";
    }

    private String hosting(String prefix) {
        return String.valueOf(singletons.all().stream()
                .filter(status -> status.key().typeName().startsWith(prefix))
                .filter(status -> status.state() == SingletonStatus.State.HOSTING)
                .count());
    }

    private Optional<Guard> guard(Spec spec) {
        if (spec.store().equals(Spec.PIPE)) {
            return Optional.of(pipe);
        }
        return Optional.of(spec.store())
                .filter(url -> !url.isEmpty())
                .map(url -> guards.computeIfAbsent(url, table -> new TableGuard(table, reporter)));
    }

    private String hold(String key) {
        proxy(key).tell(new HoldThenWrite());
        return "";
    }

    private String goOn() {
        goOn.release();
        return "";
    }

    /** Nothing when all leases can be had, as a readiness check sees it; else why not. */
    private String leases() {
        Map<String, Lease.Condition> conditions = singletons.leases();
        return conditions.isEmpty() || conditions.values().stream().anyMatch(condition -> !condition.usable())
                ? "not usable: " + conditions
                : "";
    }

    private String giveLeadTo(String member) throws Exception {
        group.giveLeadTo(member);
        return "";
    }

    private Proxy<TestMessage> proxy(String key) {
        return singletons.ref(Spec.keyOf(key));
    }

    private Teller teller(String key) {
        return tellers.computeIfAbsent(key, name -> new Teller(proxy(name), life, reporter));
    }

    private String tell(String key, long count, int perSecond) {
        teller(key).tell(count, perSecond);
        return "";
    }

    private Asker asker(String key) {
        return askers.computeIfAbsent(key, name -> new Asker(proxy(name)));
    }

    private String askSteadily(String key, int perSecond) {
        asker(key).ask(perSecond);
        return "";
    }

    private String endAsks(String key) throws InterruptedException {
        String counts = asker(key).quiet();
        askers.remove(key);
        return counts;
    }

    private String ask(String key, Duration timeout) throws Exception {
        Tally tally = proxy(key)
                .ask(new HowMany(), Tally.class, timeout)
                .toCompletableFuture()
                .get();
        return tally.host() + " " + tally.handled() + " " + tally.faults();
    }

    /** What whoever asks hears of an exception of the handler. */
    private String askInVain(String key, String why) throws InterruptedException {
        try {
            return "answered with "
                    + proxy(key)
                            .ask(new Fail(why), Tally.class)
                            .toCompletableFuture()
                            .get();
        } catch (ExecutionException failed) {
            return String.valueOf(failed.getCause());
        }
    }

    private String roundTrips(String key, int each) throws Exception {
        long[] micros = new RoundTrips(hazelcast, proxy(key)).measure(each);
        return micros[0] + " " + micros[1] + " " + micros[2] + " " + micros[3];
    }

    /** Tells nothing more, and leaves the other nodes. */
    private String close() {
        tellers.values().forEach(Teller::quiet);
        singletons.close();
        return "";
    }

    /** Hazelcast's own graceful shutdown, which is all that an application may know of. */
    private String shutdown() {
        tellers.values().forEach(Teller::quiet);
        hazelcast.shutdown();
        return "";
    }
}

package dev.singleton.it;

import dev.singleton.it.Event.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Plays a {@link FaultPlan} on a cluster of JVMs while each of them tells messages. One thread. */
final class NemesisRun implements AutoCloseable {

    /** How long messages that are still under way at the end are waited for. */
    private static final Duration LAST_MESSAGES = Duration.ofSeconds(60);

    private final FaultPlan plan;
    private final Calm calm;
    private final int perSecond;
    private final Spec spec;
    private final LeasedCluster cluster;

    private final Set<String> away = new TreeSet<>();
    private final Set<String> paused = new TreeSet<>();
    private final Set<String> optedOut = new TreeSet<>();
    private final List<CompletableFuture<NodeProcess>> leaving = new ArrayList<>();
    private final Map<String, CompletableFuture<String>> stopping = new HashMap<>();
    private boolean cut;

    /**
     * @param name of the directory for logs
     * @param perSecond messages that each node tells
     */
    NemesisRun(String name, Site site, NodeSettings settings, Spec spec, FaultPlan plan, int perSecond) {
        this.plan = plan;
        this.perSecond = perSecond;
        this.spec = spec;
        this.cluster = new LeasedCluster(name, site, settings, spec);
        this.calm = new Calm(cluster, plan.nodes(), settings.cp().isPresent());
    }

    /** Plays all of it, or as much as there is time for; the time line ends early when the cluster does not settle. */
    List<Event> play() {
        try {
            // One after the other: several at once on a busy machine may begin as several clusters.
            plan.nodes().forEach(cluster::start);
            calm.await();
            plan.nodes().forEach(this::traffic);
            long begin = System.nanoTime();
            for (Episode episode : plan.episodes()) {
                if (System.nanoTime() - begin > plan.duration().toNanos()) {
                    break;
                }
                cluster.timeLine.await(
                        "the calm before " + episode,
                        System.nanoTime() + episode.calm().toNanos());
                play(episode);
            }
            end();
        } catch (AssertionError | IllegalStateException unsettled) {
            // The judge finds an episode without its end; the reason is for the reader.
            note(Played.UNSETTLED, String.valueOf(unsettled.getMessage()));
        }
        return cluster.timeLine.events();
    }

    private void traffic(String node) {
        cluster.traffic(node, Nemesis.KEY, perSecond);
    }

    private void note(String verb, String text) {
        cluster.timeLine.add(new Event(System.nanoTime(), Event.OBSERVER, Kind.FAULT, List.of(verb, text)));
    }

    private void play(Episode episode) {
        cluster.timeLine.add(Played.begin(System.nanoTime(), episode));
        long begin = System.nanoTime();
        TreeMap<Long, Runnable> steps = new TreeMap<>();
        for (Fault fault : episode.faults()) {
            steps(fault)
                    .forEach((millis, step) ->
                            steps.put(free(steps, fault.after().toMillis() + millis), step));
        }
        steps.forEach((millis, step) -> {
            cluster.timeLine.await(
                    "the next step", begin + Duration.ofMillis(millis).toNanos());
            step.run();
        });
        makeGood();
        cluster.timeLine.add(Played.mark(System.nanoTime(), Played.HEALED, episode));
        calm.await();
        cluster.awaitFlow(Nemesis.KEY, 5);
        cluster.timeLine.add(Played.mark(System.nanoTime(), Played.SETTLED, episode));
    }

    private static long free(Map<Long, Runnable> steps, long wanted) {
        long time = wanted;
        while (steps.containsKey(time)) {
            time++;
        }
        return time;
    }

    /** What is to be done, by milliseconds from the begin of the fault; what is still to be made good then is not here. */
    private Map<Long, Runnable> steps(Fault fault) {
        String who = fault.who().get(0);
        Map<Long, Runnable> steps = new TreeMap<>();
        Runnable healed = () -> {};
        switch (fault.kind()) {
            case LEAVE -> steps.put(0L, () -> leave(who));
            case OPT_OUT -> {
                steps.put(0L, () -> optOut(who));
                healed = () -> optIn(who);
            }
            case RESTART -> steps.put(0L, () -> restart(who));
            case KILL -> steps.put(0L, () -> kill(who));
            case TWO_KILLS -> {
                steps.put(0L, () -> kill(who));
                steps.put((long) fault.amount(), () -> kill(fault.who().get(1)));
            }
            case CRASH_IN_HAND_OVER -> {
                steps.put(0L, () -> optOut(who));
                steps.put((long) fault.amount(), () -> kill(fault.others().get(0)));
            }
            case PAUSE -> {
                steps.put(0L, () -> pause(who));
                healed = () -> resume(who);
            }
            case PARTITION -> steps.put(0L, () -> partition(fault.who(), fault.others()));
            case ONE_WAY -> steps.put(0L, () -> cutOneWay(who, fault.others().get(0)));
            case FLAP -> flap(fault, steps);
            case SLOW -> steps.put(0L, () -> slow(who, fault));
            case DROP -> steps.put(0L, () -> drop(who, fault));
        }
        Runnable last = fault.kind().ofNetwork() ? this::heal : healed;
        steps.put(free(steps, fault.lasts().toMillis()), last);
        return steps;
    }

    private void flap(Fault fault, Map<Long, Runnable> steps) {
        List<String> others = plan.nodes().stream()
                .filter(node -> !fault.who().contains(node))
                .toList();
        long half = fault.lasts().toMillis() / (2L * fault.amount());
        for (long i = 0; i < fault.amount(); i++) {
            steps.put(2 * i * half, () -> partition(fault.who(), others));
            steps.put((2 * i + 1) * half, this::heal);
        }
    }

    private void partition(List<String> some, List<String> others) {
        cut = true;
        cluster.partition(some, others);
    }

    private void cutOneWay(String from, String to) {
        cut = true;
        cluster.cutOneWay(from, to);
    }

    private void slow(String node, Fault fault) {
        cut = true;
        cluster.slow(node, fault.others().get(0), Duration.ofMillis(fault.amount()));
    }

    private void drop(String node, Fault fault) {
        cut = true;
        cluster.drop(node, fault.others().get(0), fault.amount());
    }

    private void heal() {
        if (cut) {
            cluster.heal();
            cut = false;
        }
    }

    private void leave(String node) {
        if (away.add(node)) {
            leaving.add(cluster.beginToLeave(node));
        }
    }

    private void kill(String node) {
        if (away.add(node)) {
            optedOut.remove(node);
            paused.remove(node);
            cluster.kill(node);
        }
    }

    private void pause(String node) {
        if (!away.contains(node) && paused.add(node)) {
            cluster.pause(node);
        }
    }

    private void resume(String node) {
        if (paused.remove(node)) {
            cluster.resume(node);
        }
    }

    private void optOut(String node) {
        if (!away.contains(node) && !paused.contains(node) && optedOut.add(node)) {
            note("opt-out", cluster.life(node));
            stopping.put(node, cluster.node(node).command("stop", Nemesis.KEY));
        }
    }

    /** As an operator does: when it has stopped. */
    private void optIn(String node) {
        if (optedOut.remove(node)) {
            CompletableFuture<String> stop = stopping.remove(node);
            if (stop != null) {
                String unusedAnswer = answer("the stop of " + node, stop);
            }
            note("opt-in", cluster.life(node));
            String unused = cluster.node(node).obey(Nodes.words("host", spec.toWords()));
        }
    }

    private void restart(String node) {
        if (!away.contains(node) && !paused.contains(node)) {
            note("ask-for-restart", cluster.life(node));
            // Whether it comes through while the network is cut is not promised; what it answers is on the time line.
            var unused = cluster.node(node)
                    .command("restart", Nemesis.KEY)
                    .whenComplete((answer, failure) ->
                            note("restart-answered", failure == null ? answer : String.valueOf(failure.getMessage())));
        }
    }

    private <T> T answer(String what, CompletableFuture<T> reply) {
        cluster.timeLine.await(what, reply::isDone);
        try {
            return reply.join();
        } catch (CompletionException failed) {
            throw new IllegalStateException(what + " failed", failed);
        }
    }

    /** The network first, then who stands still, then who is away, then who does not want to. */
    private void makeGood() {
        heal();
        new HashSet<>(paused).forEach(this::resume);
        leaving.forEach(reply -> answer("the end of a node that leaves", reply).awaitEnd());
        leaving.clear();
        new HashSet<>(optedOut).forEach(this::optIn);
        if (!away.isEmpty()) {
            away.forEach(cluster::start);
            away.forEach(this::traffic);
            away.clear();
        }
    }

    /** Ends the traffic and waits for what is still under way. */
    private void end() {
        plan.nodes().forEach(node -> cluster.node(node).obey("quiet", Nemesis.KEY));
        long deadline = System.nanoTime() + LAST_MESSAGES.toNanos();
        boolean complete = false;
        while (!complete && System.nanoTime() - deadline < 0) {
            long next = System.nanoTime() + Duration.ofSeconds(1).toNanos();
            cluster.timeLine.await("the last messages", next);
            List<Event> events = cluster.timeLine.events();
            Fates fates = new Fates(Nemesis.KEY, events, new Lives(Nemesis.KEY, events));
            complete = !fates.missing().containsValue(Fates.End.LOST);
        }
    }

    @Override
    public void close() {
        cluster.close();
    }
}

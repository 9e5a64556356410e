package dev.singleton.it;

import java.time.Duration;

/**
 * A cluster in a box: named nodes in network namespaces, which are cut, paused and killed by sayable verbs; an observer
 * outside of it, which no fault reaches, keeps the time line, with the faults on it, and judges afterwards. One thread.
 */
final class Box extends LeasedCluster {

    /** The singleton in it. */
    static final String COUNTER = "counter";

    private final Mode mode;

    private Box(String name, Site site, Mode mode, NodeSettings settings, Spec spec) {
        super(name + "-" + mode, site, settings, mode.guard(spec));
        this.mode = mode;
    }

    /** Three nodes, of which the first hosts; where networks cannot be cut, the test is skipped. */
    static Box ofThree(String name, Mode mode) {
        return ofThree(name, CutNetwork.orSkip(), mode, Spec.of(COUNTER));
    }

    /** Three nodes, of which the first hosts, for stories that cut nothing: on loopback where there is nothing else. */
    static Box ofThreeUncut(String name, Mode mode) {
        return ofThree(name, CutNetwork.orLoopback(), mode, Spec.of(COUNTER));
    }

    /** Three nodes, of which the first hosts. */
    static Box ofThree(String name, Site site, Mode mode, Spec spec) {
        Box box = new Box(name, site, mode, mode.settings().listing(3), spec);
        try {
            box.startThree();
            box.awaitCalm();
            return box;
        } catch (RuntimeException | Error failed) {
            box.close();
            throw failed;
        }
    }

    /** No node yet; up to five. */
    static Box of(String name, Site site, Mode mode, Spec spec) {
        return new Box(name, site, mode, mode.settings(), spec);
    }

    Mode mode() {
        return mode;
    }

    /** Each running node tells so many messages a second. */
    void traffic(int perSecond) {
        trafficFromAll(COUNTER, perSecond);
    }

    /** Waits until so many more messages of each of these nodes have been handled; of all that run when none is named. */
    void awaitFlow(int more, String... nodes) {
        awaitFlow(COUNTER, more, nodes.length == 0 ? nodes().toArray(String[]::new) : nodes);
    }

    void awaitHost(String host) {
        awaitHost(COUNTER, host);
    }

    /** All that run see each other, are answered by the first of them, and can have leases where there are any. */
    void awaitCalm() {
        awaitAll();
        awaitHost(COUNTER, nodes().get(0));
        if (mode.leased()) {
            awaitLeases();
        }
    }

    /** Whether none of these nodes has lost sight of another of them so far: on a slow machine it may, without a fault. */
    boolean keptSight(String... nodes) {
        return judged().disturbance().keptSight(nodes);
    }

    /**
     * Waits until this node sees exactly these, itself included; says when it first did.
     *
     * @param since by {@link System#nanoTime()}
     */
    Event awaitView(long since, String node, String... seen) {
        String life = life(node);
        String names = String.join(" ", seen);
        return timeLine.await(
                life + " sees " + names,
                since,
                event -> event.kind() == Event.Kind.VIEW
                        && event.life().equals(life)
                        && event.field(0).equals(names));
    }

    /** The first event of this kind, about the singleton, of this node since then. */
    Event await(long since, Event.Kind kind, String node) {
        String life = life(node);
        return timeLine.await(
                life + " " + kind,
                since,
                event -> event.is(kind, COUNTER) && event.life().equals(life));
    }

    void awaitTime(Duration time) {
        timeLine.await("the end of " + time, System.nanoTime() + time.toNanos());
    }

    /** Ends all traffic, waits for what may still come, and judges what was. */
    Verdict verdict() {
        var unused = quiet(COUNTER);
        long deadline = System.nanoTime() + LAST_MESSAGES.toNanos();
        timeLine.await(
                "the fate of all messages",
                () -> judged().fates().missing(Fates.End.LOST).isEmpty() || System.nanoTime() - deadline > 0);
        return judged();
    }

    /** Judges what was so far. */
    Verdict judged() {
        return Verdict.of(COUNTER, timeLine.events());
    }

    /** How long messages that are still under way after the last ones of their senders are waited for. */
    private static final Duration LAST_MESSAGES = Duration.ofSeconds(30);
}

package dev.singleton.testkit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Counts the instances that live at once, and keeps the time line. A settled picture misses an overlap; the peak does
 * not. Instances on a node that was killed do not count from then on.
 */
public final class Census {

    private final Set<String> live = new HashSet<>();
    private final Set<Integer> dead = new HashSet<>();
    private final List<String> timeLine = new ArrayList<>();
    private int peak;
    private int births;

    /** An instance is there. */
    public synchronized String born(int node) {
        String name = node + "/" + ++births;
        if (!dead.contains(node)) {
            live.add(name);
            peak = Math.max(peak, live.size());
            timeLine.add("started on " + node);
        }
        return name;
    }

    /** An instance is gone; its {@code postStop} is about to return. */
    public synchronized void gone(int node, String name) {
        if (live.remove(name)) {
            timeLine.add("stopped on " + node);
        }
    }

    /** Whatever lives on the node is dead, and the node is out of the count. */
    public synchronized void killed(int node) {
        dead.add(node);
        live.removeIf(name -> name.startsWith(node + "/"));
        timeLine.add("killed " + node);
    }

    /** A node of that number is back. */
    public synchronized void revived(int node) {
        dead.remove(node);
    }

    public synchronized boolean counts(int node) {
        return !dead.contains(node);
    }

    public synchronized int peak() {
        return peak;
    }

    public synchronized int births() {
        return births;
    }

    public synchronized int live() {
        return live.size();
    }

    /** Such as {@code started on 1, stopped on 1, started on 2}. */
    public synchronized List<String> timeLine() {
        return List.copyOf(timeLine);
    }
}

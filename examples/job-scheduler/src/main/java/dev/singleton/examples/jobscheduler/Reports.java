package dev.singleton.examples.jobscheduler;

import jakarta.enterprise.context.ApplicationScoped;

/** Tells the program that started this node what happens here: a line each, with a time that all JVMs of a host share. */
@ApplicationScoped
public class Reports {

    static final String MARK = "@";

    /** The name of this node. */
    public String node() {
        return System.getProperty("node.name", "?");
    }

    /** Writes one line. */
    public synchronized void say(String what) {
        System.out.println(MARK + " " + System.nanoTime() + " " + what);
        System.out.flush();
    }
}

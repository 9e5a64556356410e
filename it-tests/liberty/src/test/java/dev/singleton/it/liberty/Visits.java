package dev.singleton.it.liberty;

import jakarta.enterprise.context.RequestScoped;

/** Counts within one request. */
@RequestScoped
public class Visits {

    private int visits;

    /** How many were before this one. */
    public int count() {
        return visits++;
    }
}

package dev.singleton.it.quarkus;

import jakarta.enterprise.context.RequestScoped;

/** One for each message. */
@RequestScoped
public class Request {

    private int uses;

    /** How often it was used, this time included. */
    public int use() {
        return ++uses;
    }
}

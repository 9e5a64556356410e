package dev.singleton.it.wildfly;

import jakarta.enterprise.context.RequestScoped;

/** One for each message. */
@RequestScoped
public class Request {

    private int uses;

    int use() {
        return ++uses;
    }
}

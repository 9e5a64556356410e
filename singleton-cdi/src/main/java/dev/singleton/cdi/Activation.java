package dev.singleton.cdi;

import dev.singleton.SingletonActor;

/**
 * One object of an actor's class, and how it ends.
 *
 * @param actor the object
 * @param end gives it and what depends on it back; called once
 */
record Activation<M>(SingletonActor<M> actor, Runnable end) {

    /** Makes a new object at each call, on the host. */
    @FunctionalInterface
    interface Source<M> {
        Activation<M> activate();
    }
}

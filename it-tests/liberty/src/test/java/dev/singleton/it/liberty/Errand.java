package dev.singleton.it.liberty;

/** What the well-mannered singleton is told; each is answered with what it found, {@link Manners} or a text. */
public sealed interface Errand {

    /** Look around. */
    record Look() implements Errand {}

    /** Leave a transaction open in which a row was written, another class loader on the thread, and a counted request. */
    record LeaveThingsBehind() implements Errand {}

    /** Begin a transaction, write the row, and end it as is said. */
    record Write(String row, boolean commit) implements Errand {}

    /** Call the transactional bean, which fails after it has written if it is told to. */
    record Store(String row, boolean fail) implements Errand {}

    /** Let a timer send a {@link Look}, the answer to which goes to the {@link Witness}. */
    record LookLater() implements Errand {}
}

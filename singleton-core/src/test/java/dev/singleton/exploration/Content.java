package dev.singleton.exploration;

import dev.singleton.wire.Frame;

/** What a letter says. Asks number the attempts of all lives of a node. */
sealed interface Content {

    record Says(Frame frame) implements Content {}

    /** The transport of a member without a node gives a frame back. */
    record Refuses(Frame frame) implements Content {}

    record AsksForLease(long ask) implements Content {}

    record GivesLeaseBack(long ask) implements Content {}

    record Grants(long ask) implements Content {}

    record Denies(long ask) implements Content {}

    record TookBack(long ask) implements Content {}

    /** Something that is on its way. */
    record Letter(int from, int to, Content content) {}
}

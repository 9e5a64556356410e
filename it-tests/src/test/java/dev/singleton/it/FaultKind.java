package dev.singleton.it;

/** What {@link Nemesis} does to a cluster. */
enum FaultKind {
    /** A node leaves as an application does that ends, and comes back. */
    LEAVE("leave and come back", "L"),
    /** A node takes the singleton out of its rotation ({@code stop}), and puts it back ({@code start}). */
    OPT_OUT("stop and start", "O"),
    /** A node asks for {@code restart}, wherever the instance lives. */
    RESTART("restart", "R"),
    /** {@code kill -9}, and the node comes back. */
    KILL("kill -9", "K"),
    /** Two nodes are killed, one shortly after the other, and come back. */
    TWO_KILLS("two kills", "2"),
    /** A node takes the singleton out of its rotation, and while it moves one of the two nodes is killed. */
    CRASH_IN_HAND_OVER("crash in a hand-over", "C"),
    /** SIGSTOP, and SIGCONT. */
    PAUSE("pause", "P"),
    /** Two groups do not hear each other. */
    PARTITION("partition", "X"),
    /** What one node sends to another one vanishes; what that one sends arrives. */
    ONE_WAY("one-way cut", "W"),
    /** A node is cut off and joined again, several times. */
    FLAP("flapping link", "F"),
    /** What two nodes send each other takes longer. */
    SLOW("slow link", "S"),
    /** A part of what two nodes send each other is lost on the way, and sent again by TCP. */
    DROP("lossy link", "D");

    private final String label;
    private final String sign;

    FaultKind(String label, String sign) {
        this.label = label;
        this.sign = sign;
    }

    /** As it stands in reports. */
    String label() {
        return label;
    }

    /** One letter, for the plot. */
    String sign() {
        return sign;
    }

    /** Whether it is something that an operator does on purpose, and that may cost no message anything. */
    boolean planned() {
        return this == LEAVE || this == OPT_OUT || this == RESTART;
    }

    /** Whether it needs a network that can be cut. */
    boolean ofNetwork() {
        return compareTo(PARTITION) >= 0;
    }

    /** Whether it needs links that can be slow. */
    boolean ofLink() {
        return compareTo(SLOW) >= 0;
    }

    /** Whether its JVMs end without having left. */
    boolean kills() {
        return this == KILL || this == TWO_KILLS || this == CRASH_IN_HAND_OVER;
    }
}

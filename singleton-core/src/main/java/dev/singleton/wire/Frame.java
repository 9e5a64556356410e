package dev.singleton.wire;

import dev.singleton.DeadLetterReason;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * What one node says to another. Each record says who sends it, to whom, and what is expected back. The sender is never
 * part of a frame: the transport proves it.
 */
public sealed interface Frame {

    /** A frame about one singleton. */
    sealed interface Keyed extends Frame {
        String typeName();
    }

    /** Elected node to every other member: stand down. Expects Confirm, StillStopping or Decline for this round. */
    record StandDown(String typeName, long round) implements Keyed {}

    /**
     * Answer to StandDown: I neither run nor am stopping an instance, and start none before a full round of my own.
     *
     * @param generation the highest generation of an instance that I know of; each instance is of a higher one than every
     *     instance that its node had heard of
     * @param warm the state of the instance of that generation, when it stopped here in a planned way
     */
    record Confirm(String typeName, long round, long generation, Optional<Payload> warm) implements Keyed {}

    /** Answer to StandDown: my instance is on its way down; Confirm follows when it has stopped. */
    record StillStopping(String typeName, long round) implements Keyed {}

    /** Answer to StandDown: no, for this reason; the asker goes on asking as long as it is elected. */
    record Decline(String typeName, long round, String reason) implements Keyed {}

    /** Any node to the host: start the instance anew. Expects Restarted with the same id. */
    record Restart(String typeName, long requestId) implements Keyed {}

    /** Answer to Restart; the error is empty when the new instance runs. */
    record Restarted(String typeName, long requestId, String error) implements Keyed {}

    /**
     * Every node to every other: what I am and which singletons I know, as far as it changed since {@code base}.
     * Expects Announced; sent again until it comes.
     *
     * @param incarnation which life of the node speaks; a larger one replaces all that is known of it
     * @param base the receiver is thought to know everything up to this version
     * @param version what the receiver knows after this frame
     */
    record Announce(
            long incarnation, long base, long version, NodeStatus status, List<String> roles, List<KeyEntry> entries)
            implements Frame {
        public Announce {
            roles = List.copyOf(roles);
            entries = List.copyOf(entries);
        }
    }

    /** Answer to Announce: I know everything of this incarnation up to this version. */
    record Announced(long incarnation, long version) implements Frame {}

    /**
     * Sender of messages to the node that it takes for the host. Expects BatchAnswer; sent again, to the same node, until
     * it comes. One batch of a sender and singleton is in flight at most.
     */
    record Batch(String typeName, long sequence, List<Message> messages) implements Keyed {
        public Batch {
            messages = List.copyOf(messages);
        }
    }

    /** Answer to Batch: so many of its messages, from the first on, are accepted; the rest was never seen. */
    record BatchAnswer(String typeName, long sequence, int accepted, Verdict verdict, Optional<UUID> hint)
            implements Keyed {}

    /** Host to the node that asked: the reply to the ask with this id. */
    record Reply(long askId, boolean failure, Payload body) implements Frame {}

    /** Host to the node that sent: these accepted messages were not handled and will not be. */
    record Returned(String typeName, DeadLetterReason reason, String detail, List<Message> messages) implements Keyed {
        public Returned {
            messages = List.copyOf(messages);
        }
    }

    /** What a node is, by its own word. */
    enum NodeStatus {
        STARTING,
        UP,
        LEAVING
    }

    /** What becomes of a batch. */
    enum Verdict {
        /** All of it is in the mailbox. */
        ACCEPTED,
        /** Another node hosts; the hint names it, if known. */
        NOT_HOST,
        /** Too much waits here; later again. */
        BUSY,
        /** The two nodes differ in what must be equal. */
        INCOMPATIBLE
    }

    /**
     * One message on its way.
     *
     * @param askId the ask that waits for a reply at the origin; 0 for a tell
     * @param origin the member that sent it first, when it is not the sender of the frame
     */
    record Message(long askId, Optional<UUID> origin, Payload body) {}

    /** How a node stands to a singleton. */
    enum Stance {
        /** Only references it so far. */
        REF,
        /** Only references it and never will host it. */
        CLIENT,
        /** In rotation. */
        STARTED,
        /** In rotation; the arbiter grants it no lease yet, so that it comes after those that are granted some. */
        WAITING,
        /** Was in rotation and was taken out. */
        OUT;

        /** Whether the application has started the singleton there. */
        public boolean inRotation() {
            return this == STARTED || this == WAITING;
        }
    }

    /**
     * One singleton in an announcement.
     *
     * @param hosting whether an instance runs here
     */
    record KeyEntry(String typeName, Stance stance, boolean hosting, Terms terms) {}

    /**
     * What a node would hold a singleton to.
     *
     * @param role empty for none
     * @param host what only a node that started the singleton knows
     */
    record Terms(String messageType, String role, Optional<HostTerms> host) {}

    /**
     * The settings of a host.
     *
     * @param timings settings that should be equal but may differ, each as {@code name=value}
     */
    record HostTerms(String placement, int quorum, String lease, List<String> timings) {
        public HostTerms {
            timings = List.copyOf(timings);
        }
    }
}

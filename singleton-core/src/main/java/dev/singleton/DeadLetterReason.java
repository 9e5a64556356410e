package dev.singleton;

/** Why a message could not be delivered. */
public enum DeadLetterReason {
    /** No node can host and {@code buffer-size} messages wait already. */
    NO_HOST_BUFFER_FULL,
    /** The host is slower than the sender and {@code outbox-capacity} messages wait already. */
    OUTBOX_FULL,
    /** The elected node has only referenced the singleton and never started it. */
    NEVER_STARTED,
    /** The nodes did not agree on the host for too long. */
    HOST_DISAGREEMENT,
    /** Every node that could host was taken out of rotation. */
    OPTED_OUT,
    /** Sender and host differ in a setting that must be equal everywhere. */
    INCOMPATIBLE,
    /** The message cannot be encoded here, or not be decoded by the host. */
    NOT_SERIALIZABLE,
    /** The host was gone while the message was on its way: it may or may not have been handled. Not sent again. */
    DELIVERY_UNKNOWN,
    /** The instance lost its lease and no other took the message. */
    LEASE_LOST,
    /** This node, or the instance that had accepted the message, was stopped before it was handled. */
    STOPPED,
    /** The time of the {@code ask} was over before the message was sent. */
    EXPIRED
}

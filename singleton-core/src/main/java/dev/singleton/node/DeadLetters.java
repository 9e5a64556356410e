package dev.singleton.node;

import dev.singleton.DeadLetterReason;
import dev.singleton.IncompatibleSingletonException;
import dev.singleton.NodeId;
import dev.singleton.SingletonEvent;
import dev.singleton.SingletonException;
import dev.singleton.SingletonKey;
import dev.singleton.SingletonStatus.Disagreement;
import dev.singleton.SingletonUnavailableException;
import dev.singleton.control.Snapshot;
import dev.singleton.wire.Frame;
import dev.singleton.wire.Payload;
import java.lang.System.Logger.Level;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of messages of one singleton that are not delivered: the node that sent them counts them, tells its
 * listeners, fails the ask, and warns once.
 */
final class DeadLetters {

    private static final System.Logger LOG = System.getLogger(DeadLetters.class.getName());

    private final SingletonKey<?> key;
    private final Services services;
    private final Counters counters;
    private final Supplier<Snapshot> snapshot;
    private final Supplier<String> role;
    private final Set<DeadLetterReason> warned = EnumSet.noneOf(DeadLetterReason.class);

    DeadLetters(
            SingletonKey<?> key,
            Services services,
            Counters counters,
            Supplier<Snapshot> snapshot,
            Supplier<String> role) {
        this.key = key;
        this.services = services;
        this.counters = counters;
        this.snapshot = snapshot;
        this.role = role;
    }

    /** A message that is on this node: it was told here, or goes back to the node that told it. */
    void give(Letter letter, DeadLetterReason reason, String detail) {
        NodeId origin = letter.origin();
        Payload body = letter.body();
        if (letter.timer() != null) {
            return;
        }
        if (origin != null && body != null && !origin.equals(services.self().get())) {
            Frame.Message message = new Frame.Message(letter.askId(), Optional.empty(), body);
            services.send(origin, new Frame.Returned(key.typeName(), reason, detail, List.of(message)));
            return;
        }
        Object told = letter.message();
        surface(told != null ? told : readable(body), reason, detail);
        Asks.Pending ask = letter.ask();
        if (ask != null) {
            ask.fail(failure(reason, detail));
        }
    }

    /** Messages that this node had sent come back from the host that did not handle them. */
    void returned(Frame.Returned frame) {
        for (Frame.Message message : frame.messages()) {
            surface(readable(message.body()), frame.reason(), frame.detail());
            if (message.askId() != 0) {
                services.asks().fail(message.askId(), failure(frame.reason(), frame.detail()));
            }
        }
    }

    /** The same where there is no room to read them: all but the event, which listeners do not get. */
    void returnedUnread(Frame.Returned frame) {
        for (Frame.Message message : frame.messages()) {
            count(frame.reason(), frame.detail());
            if (message.askId() != 0) {
                services.asks().fail(message.askId(), failure(frame.reason(), frame.detail()));
            }
        }
    }

    /** Our own bytes can be read here; if not, a listener sees the bytes. */
    private Object readable(@Nullable Payload body) {
        if (body == null) {
            return new byte[0];
        }
        try {
            return services.codec().decode(body.bytes(), key.messageType());
        } catch (IllegalArgumentException unreadable) {
            LOG.log(Level.DEBUG, "A dead letter of singleton " + key + " cannot be read here either", unreadable);
            return body.bytes();
        }
    }

    private void surface(Object message, DeadLetterReason reason, String detail) {
        services.events().fire(new SingletonEvent.DeadLetter(key, message, reason));
        count(reason, detail);
    }

    private void count(DeadLetterReason reason, String detail) {
        counters.deadLetters.increment();
        synchronized (warned) {
            if (!warned.add(reason)) {
                return;
            }
        }
        LOG.log(
                Level.WARNING,
                "Singleton {0}: a message became a dead letter, {1}: {2}{3} Further ones of this kind are counted and not"
                        + " logged until the path is clear again.",
                key,
                reason,
                explain(reason),
                detail.isEmpty() ? "" : " (" + detail + ")");
    }

    /** Nothing waits any more: the next dead letter is news again. */
    void rearm() {
        synchronized (warned) {
            warned.clear();
        }
    }

    /** Nobody can own the singleton while somebody asks it. */
    void unavailable(Letter letter) {
        Asks.Pending ask = letter.ask();
        if (ask != null) {
            ask.fail(new SingletonUnavailableException("Singleton " + key
                    + " cannot be asked: no member of the cluster that is up may host it"
                    + (role.get().isEmpty() ? "" : " (role '" + role.get() + "')")
                    + "; start it on a node, or ask later"));
        } else {
            // An ask of another node that was forwarded: it fails there, with what comes back.
            give(letter, DeadLetterReason.NO_HOST_BUFFER_FULL, "no node can host");
        }
    }

    private SingletonException failure(DeadLetterReason reason, String detail) {
        String text = "The message to singleton " + key + " became a dead letter, " + reason + ": " + explain(reason)
                + (detail.isEmpty() ? "" : " (" + detail + ")");
        return reason == DeadLetterReason.INCOMPATIBLE
                ? new IncompatibleSingletonException(text)
                : new SingletonUnavailableException(text);
    }

    private String explain(DeadLetterReason reason) {
        return switch (reason) {
            case NO_HOST_BUFFER_FULL -> "no node can host, and buffer-size messages wait already.";
            case OUTBOX_FULL -> "the host is slower than this sender, and outbox-capacity messages wait already.";
            case NEVER_STARTED ->
                "the elected node has only a reference to it. Start it there too, give it a role that only its"
                        + " hosts carry, or take that node out of rotation with start=false.";
            case HOST_DISAGREEMENT -> "the nodes did not agree on its host for too long.";
            case OPTED_OUT -> "every node that could host it was taken out of rotation; start one again.";
            case INCOMPATIBLE -> "the nodes differ in what must be equal everywhere: " + differences() + ".";
            case NOT_SERIALIZABLE -> "it cannot be encoded here or decoded by the host.";
            case DELIVERY_UNKNOWN ->
                "the host was gone while it was on its way; it may have been handled, and is not sent again.";
            case LEASE_LOST -> "the instance lost its lease, and no other took the message.";
            case STOPPED -> "the node was closed before it was handled.";
            case EXPIRED -> "the time of the ask was over before it was sent.";
        };
    }

    private String differences() {
        return snapshot.get().disagreements().stream()
                .filter(Disagreement::incompatible)
                .map(disagreement -> disagreement.peer() + ": " + disagreement.difference())
                .findFirst()
                .orElse("see the log of the host");
    }
}

package dev.singleton.lease.cp;

import dev.singleton.spi.Lease;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** How one member stands with the arbiter: what was last heard of it, and what is wrong. Any thread; nothing blocks. */
final class Contact {

    private static final Logger LOG = System.getLogger(Contact.class.getName());

    private final String name;
    private final InForce inForce;
    private final Place place;
    private final Runnable onClose;
    private volatile @Nullable Moment lastProof;
    private volatile @Nullable Moment lastAnswer;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    /** What is known of this member's place in the CP Subsystem, from local state. */
    @FunctionalInterface
    interface Place {
        Obstacle obstacle();
    }

    /**
     * What is in the way.
     *
     * @param text empty when nothing is
     * @param weight whether it counts although the arbiter answers
     */
    record Obstacle(String text, Weight weight) {
        static final Obstacle NONE = new Obstacle("", Weight.NOTED);

        enum Weight {
            /** It explains the silence of an arbiter, and keeps nobody from anything. */
            NOTED,
            /** This member is not in its place yet, and will be in a moment: who acquires a lease waits for that. */
            PASSING,
            /** This member is not in its place, and nobody knows for how long: no lease is given. */
            LASTING
        }

        static Obstacle noted(String text) {
            return new Obstacle(text, Weight.NOTED);
        }

        static Obstacle passing(String text) {
            return new Obstacle(text, Weight.PASSING);
        }

        static Obstacle lasting(String text) {
            return new Obstacle(text, Weight.LASTING);
        }

        boolean bars() {
            return weight != Weight.NOTED;
        }

        boolean passes() {
            return weight == Weight.PASSING;
        }

        Lease.Acquisition refusal() {
            return new Lease.Acquisition.Failed(new IllegalStateException("cp: " + text));
        }
    }

    Contact(String name, InForce inForce, Place place, Runnable onClose) {
        this.name = name;
        this.inForce = inForce;
        this.place = place;
        this.onClose = onClose;
    }

    void leaseClosed() {
        onClose.run();
    }

    void proved(Moment sent) {
        if (failure.getAndSet(null) != null) {
            LOG.log(Level.INFO, "{0}: the CP group ''{1}'' answers again", name, inForce.group());
        }
        lastProof = sent;
        answered();
    }

    void answered() {
        lastAnswer = Moment.now();
    }

    void unanswered(Throwable thrown) {
        // Once for each trouble: it is repeated with every try until the group answers.
        if (failure.getAndSet(thrown) == null) {
            LOG.log(
                    Level.WARNING,
                    name + ": the CP group '" + inForce.group() + "' did not answer; leases of this node run out "
                            + inForce.lasting() + " after the last sign of life that was confirmed",
                    thrown);
        }
    }

    void sessionLost(SessionLost lost) {
        lastProof = null;
        LOG.log(Level.WARNING, "{0}: all leases of this node are lost: {1}", name, lost.getMessage());
    }

    Obstacle obstacle() {
        return place.obstacle();
    }

    @Nullable
    Moment lastAnswer() {
        return lastAnswer;
    }

    @Nullable
    Moment lastProof() {
        return lastProof;
    }

    /** What is known of the reason, to be appended to a sentence. */
    String trouble() {
        String obstacle = place.obstacle().text();
        Throwable thrown = failure.get();
        if (!obstacle.isEmpty()) {
            return ": " + obstacle;
        }
        return thrown == null ? "" : ": " + thrown;
    }

    Lease.Condition condition(Moment now) {
        Obstacle obstacle = place.obstacle();
        Moment proof = lastProof;
        if (obstacle.bars()) {
            return new Lease.Condition(false, "cp: " + obstacle.text());
        }
        if (proof == null) {
            return new Lease.Condition(
                    false, "cp: this node has no session in the CP group '" + inForce.group() + "' yet" + trouble());
        }
        if (proof.nanosLeft(inForce.lasting(), now) <= 0) {
            return new Lease.Condition(
                    false,
                    "cp: the CP group '" + inForce.group() + "' has confirmed no sign of life of this node for "
                            + (inForce.lasting().toMillis() - proof.nanosLeft(inForce.lasting(), now) / 1_000_000L)
                            + " ms" + trouble());
        }
        return new Lease.Condition(true, inForce.guarantee());
    }
}

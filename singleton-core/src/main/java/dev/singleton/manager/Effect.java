package dev.singleton.manager;

import dev.singleton.NodeId;
import dev.singleton.StopReason;
import dev.singleton.wire.Frame;
import dev.singleton.wire.Payload;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What a manager wishes; the outcome comes back as an event. */
public sealed interface Effect {

    /** Send a frame to a member. */
    record Send(NodeId to, Frame.Keyed frame) implements Effect {}

    /** Tell TimerFired with this ticket after the delay. Replaces an armed timer of the same kind. */
    record Arm(Timer timer, long ticket, Duration delay) implements Effect {}

    /** The timer is no longer wanted; that it fires all the same is harmless. */
    record Cancel(Timer timer) implements Effect {}

    /** Make an instance. Answer: InstanceStarted or ActivationFailed. */
    record StartInstance(Optional<Payload> warm) implements Effect {}

    /** Stop the instance; drain it first when the reason is planned. Answer: InstanceStopped. */
    record StopInstance(StopReason reason) implements Effect {}

    /** This node hosts although these members never answered. */
    record TimedOut(List<NodeId> silentPeers) implements Effect {
        public TimedOut {
            silentPeers = List.copyOf(silentPeers);
        }
    }

    /** Still waiting, with the hand-over time-out behind us, for members that answer: a line for the log. */
    record StillWaiting(List<String> answers) implements Effect {
        public StillWaiting {
            answers = List.copyOf(answers);
        }
    }

    /** A living predecessor stood down for this node. */
    record HandedOver() implements Effect {}

    /** The death of the instance took this node out of rotation. */
    record Latched() implements Effect {}

    /** Ask for the lease. Answer: LeaseGranted or LeaseRefused, with this attempt. */
    record AcquireLease(long attempt) implements Effect {}

    /** The lease may be free now: an attempt that waits for its holder looks at once. No answer. */
    record LookAgain() implements Effect {}

    /** Give the lease back, or give up the attempt that is under way. Answer: LeaseReleased. */
    record ReleaseLease() implements Effect {}

    /** The lease is held, and instances run under this token. */
    record LeaseAcquired(long attempt, long token) implements Effect {}

    /** The lease was not granted; it is asked for again. */
    record LeaseRefused(String why) implements Effect {}

    /** The lease that was held is lost. */
    record LeaseLost(String reason) implements Effect {}

    /** The event means nothing in this state; counted, and visible in a trace. */
    record Ignore(String why) implements Effect {}
}

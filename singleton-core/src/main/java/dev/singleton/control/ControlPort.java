package dev.singleton.control;

import dev.singleton.NodeId;
import dev.singleton.StopReason;
import dev.singleton.manager.Access;
import dev.singleton.manager.Timer;
import dev.singleton.proxy.Route;
import dev.singleton.wire.Frame;
import dev.singleton.wire.Payload;
import java.time.Duration;
import java.util.Optional;

/** What {@link Control} wishes of its surroundings. No method calls back; outcomes come as calls of their own. */
public interface ControlPort {

    void send(NodeId to, Frame frame);

    void arm(String typeName, Timer timer, long ticket, Duration delay);

    void cancel(String typeName, Timer timer);

    /** Call {@link Control#resend()} after the delay; arming again replaces it. */
    void armResend(Duration delay);

    void startInstance(String typeName, Optional<Payload> warm);

    void stopInstance(String typeName, StopReason reason);

    /** Asks for the lease once; the answer comes as an event with this attempt. */
    void acquireLease(String typeName, long attempt);

    /** The lease may be free now: an attempt that waits for its holder looks at once. */
    default void lookAgain(String typeName) {}

    /** Gives the lease back, or gives up the attempt that is under way; the answer comes as an event. */
    void releaseLease(String typeName);

    /** What others' messages meet here from now on. */
    void access(String typeName, Access access);

    /** Where this node's messages go from now on. */
    void route(String typeName, Route route);

    /** What is known now; told when it changed. */
    void snapshot(String typeName, Snapshot snapshot);

    /** The member is gone for good. */
    void gone(NodeId member);

    /**
     * A new life of a node speaks on the member. What was in flight to the earlier one may have been handled by it, and the
     * new one would not know. What the earlier one sent is still remembered: late repetitions of it may come.
     */
    default void reborn(NodeId member) {}

    /**
     * The member has acknowledged this life of the node. Batches that came from it before may be repetitions of what an
     * earlier life on this member has accepted: they are not taken, and come again.
     */
    default void introduced(NodeId member) {}

    /** Something worth an event, a counter or a line in the log. */
    void notice(String typeName, Notice notice);

    /** Something was dropped: who sent it, and why. */
    void dropped(NodeId from, String why);

    /** The answer to {@link Control#restart}; the error is empty when the new instance runs. */
    void restarted(long requestId, String error);
}

package dev.singleton.proxy;

import dev.singleton.NodeId;
import dev.singleton.wire.Frame.Verdict;
import java.time.Duration;
import java.util.Optional;

/** What an {@link Inbox} wishes. An implementation may call back into the inbox only by {@link Inbox#offer}. */
public interface InboxPort<E> {

    /** What the message takes, in bytes, when it came from another node. */
    default int size(E message) {
        return 0;
    }

    /** Put the message into the instance's mailbox. */
    void accept(NodeId sender, E message);

    /** Tell the sender what became of its batch. */
    void answer(NodeId sender, long sequence, Verdict verdict, int accepted, Optional<NodeId> hint);

    /** Call {@link Inbox#waited} with the ticket after the delay. */
    void armWait(long ticket, Duration delay);
}

package dev.singleton.spi;

import dev.singleton.NodeId;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * The members that this node sees. Reads answer at once from local state and are safe for any thread.
 *
 * <p>An unreachable member that is still in the list is a member; only removal counts.
 */
public interface Membership extends AutoCloseable {

    /** This node. Changes only between {@link Listener#merging()} and {@link Listener#merged()}. */
    NodeId self();

    /** One consistent picture of the members, in join order, this node included; empty while not joined. */
    List<Member> members();

    /**
     * Sets the one listener. From then on each change is told, in order, one call at a time; a change may be told more
     * than once. Called at most once.
     */
    void listen(Listener listener);

    /** Ends the listening; idempotent, does not end the cluster membership itself. */
    @Override
    void close();

    /** What a member's own word about itself is. */
    enum Status {
        /** In the list; has not said that it is up. */
        JOINED,
        /** Its application has started. */
        UP,
        /** It is about to leave. */
        LEAVING
    }

    /**
     * One member.
     *
     * @param id who
     * @param roles as far as the membership itself knows; what the node announces is added to it
     * @param joinOrder lower joined earlier; the same on all nodes
     * @param status as far as the membership itself knows; what the node announces wins
     */
    record Member(NodeId id, Set<String> roles, long joinOrder, Status status) {
        public Member {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(status, "status");
            roles = Set.copyOf(roles);
        }
    }

    /** Told of changes. Its methods return at once and throw nothing; they may be called on the transport's threads. */
    interface Listener {

        /** The list changed; read {@link Membership#members()} again. */
        void membersChanged();

        /**
         * This member is shutting down gracefully. The membership waits for the stage, within its own bound, before it
         * lets the member leave.
         */
        CompletionStage<Void> leaving();

        /**
         * This member gives up its identity to join the other half of a split cluster. The membership waits for the
         * stage, within its own bound: by then no instance runs here.
         */
        CompletionStage<Void> merging();

        /** The merge is over; {@link Membership#self()} and {@link Membership#members()} show the new picture. */
        void merged();

        /** The member is gone without a graceful end (terminated); nothing can be sent any more. */
        void terminated();
    }
}

package dev.singleton.node;

import dev.singleton.NodeId;
import dev.singleton.control.Control;
import dev.singleton.spi.Membership;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** What the membership tells, brought to the control path, and the list as the transport's threads need it. */
final class Members implements Membership.Listener {

    private final Membership membership;
    private final ControlShell control;
    private final Leaving leaving;
    private final Consumer<Set<NodeId>> present;
    private final Consumer<Control> reborn;
    private volatile List<NodeId> list = List.of();
    private volatile boolean merging;

    /**
     * @param present told of the members, whenever they change, before the control path is
     * @param reborn called on the control thread when a merge is over, before the control path hears of it
     */
    Members(
            Membership membership,
            ControlShell control,
            Leaving leaving,
            Consumer<Set<NodeId>> present,
            Consumer<Control> reborn) {
        this.membership = membership;
        this.control = control;
        this.leaving = leaving;
        this.present = present;
        this.reborn = reborn;
    }

    Optional<NodeId> find(UUID uuid) {
        return list.stream().filter(node -> node.uuid().equals(uuid)).findFirst();
    }

    /** Whether this node is one of them, and keeps its identity. */
    boolean joined() {
        return !merging && list.contains(membership.self());
    }

    @Override
    public void membersChanged() {
        // Read and posted as one step: of two changes told at once, the later list must be the one that stays.
        synchronized (membership) {
            List<Membership.Member> read = membership.members();
            NodeId self = membership.self();
            list = read.stream().map(Membership.Member::id).toList();
            present.accept(new HashSet<>(list));
            control.post(running -> running.members(self, read));
        }
    }

    @Override
    public CompletionStage<Void> leaving() {
        return leaving.leave();
    }

    @Override
    public CompletionStage<Void> merging() {
        merging = true;
        control.post(Control::merging);
        return leaving.nothingRuns();
    }

    @Override
    public void merged() {
        control.post(reborn);
        membersChanged();
        control.post(running -> {
            running.merged();
            merging = false;
        });
    }

    /** Nothing can be handed over; what runs here is stopped all the same, and nothing is left behind. */
    @Override
    public void terminated() {
        CompletionStage<Void> unused = leaving.goAtOnce();
    }
}

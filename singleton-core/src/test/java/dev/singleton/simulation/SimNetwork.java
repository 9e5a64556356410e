package dev.singleton.simulation;

import dev.singleton.NodeId;
import dev.singleton.wire.Frame;
import dev.singleton.wire.Frames;
import dev.singleton.wire.MalformedFrameException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Carries frames. Its TCP kind keeps the order of each direction and loses only what is on its way over a link that is
 * cut. Its wild kind loses, repeats and reorders any frame. The rules hold on both, data frames included: batches are
 * numbered and answers name the batch. Only in {@link Profile#PLANNED_MOVES}, which is always on TCP, nothing at all may
 * be lost; elsewhere a batch whose answer never came may become a dead letter.
 */
final class SimNetwork {

    private record Link(SimMember from, SimMember to) {}

    private record Sent(SimMember to, Frame frame) {
        @Override
        public String toString() {
            return "to " + to + " " + frame;
        }
    }

    private final World world;
    private final Dice dice;
    private final Map<Link, Long> lastArrival = new HashMap<>();
    private final Set<Link> cut = new HashSet<>();

    SimNetwork(World world, Dice dice) {
        this.world = world;
        this.dice = dice;
    }

    void cut(SimMember from, SimMember to) {
        cut.add(new Link(from, to));
    }

    void mend(SimMember from, SimMember to) {
        cut.remove(new Link(from, to));
    }

    void mendAll() {
        cut.clear();
    }

    /** The sender's identity is what it is now, whatever becomes of it while the frame travels. */
    void send(SimMember from, NodeId to, Frame frame) {
        SimMember target = world.membership.byId(to);
        world.trace.add(from.name, "sends", new Sent(target, frame));
        if (!world.scenario.layer().handsOver() && ofTheRound(frame)) {
            return;
        }
        NodeId proved = from.id;
        Link link = new Link(from, target);
        Frame carried = carried(frame);
        int copies =
                world.quiet ? 1 : dice.chance(world.scenario.loss()) ? 0 : dice.chance(world.scenario.repeat()) ? 2 : 1;
        for (int i = 0; i < copies; i++) {
            target.later(delay(link), () -> arrive(link, proved, to, carried));
        }
    }

    /** Questions to stand down, and what is answered to them. */
    private static boolean ofTheRound(Frame frame) {
        return frame instanceof Frame.StandDown
                || frame instanceof Frame.Confirm
                || frame instanceof Frame.StillStopping
                || frame instanceof Frame.Decline;
    }

    private Frame carried(Frame frame) {
        if (!world.scenario.bytes()) {
            return frame;
        }
        try {
            return Frames.decode(Frames.encode(frame));
        } catch (MalformedFrameException wrong) {
            throw new IllegalStateException("A frame did not survive its bytes: " + frame, wrong);
        }
    }

    private long delay(Link link) {
        long delay = dice.between(1, world.scenario.slowestFrame());
        if (world.scenario.wild()) {
            return dice.chance(0.02) ? delay + dice.between(0, 3_000) : delay;
        }
        long arrival = Math.max(world.now() + delay, lastArrival.getOrDefault(link, 0L));
        lastArrival.put(link, arrival);
        return arrival - world.now();
    }

    private void arrive(Link link, NodeId from, NodeId to, Frame frame) {
        SimMember target = link.to();
        if (cut.contains(link) || !target.id.equals(to)) {
            world.trace.add(target.name, "misses", frame);
        } else if (target.node == null || target.node.closed()) {
            refuse(link, from, to, frame);
        } else {
            target.node.received(from, frame);
        }
    }

    /**
     * The transport of a member without a singleton node says so, but only to those that this member knows as members.
     * For a refusal counts as a confirmation: a node that opens here a moment later must know whom it has to ask.
     */
    private void refuse(Link link, NodeId asker, NodeId by, Frame frame) {
        Link back = new Link(link.to(), link.from());
        boolean unknown = !link.to().sees(asker);
        if (unknown || (!world.quiet && dice.chance(world.scenario.loss()))) {
            return;
        }
        link.from().later(delay(back), () -> {
            SimNode node = link.from().node;
            if (!cut.contains(back) && node != null && !node.closed()) {
                node.refused(by, frame);
            }
        });
    }
}

package dev.singleton.simulation;

import dev.singleton.NodeId;
import dev.singleton.SingletonStatus.State;
import dev.singleton.wire.Frame;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What the network brings to a node: to the control path, or to the lane of the singleton that it is about. */
final class Postman {

    private final SimNode node;
    private final World world;
    /** Who knows this life of the node. */
    private final Set<NodeId> known = new HashSet<>();

    Postman(SimNode node) {
        this.node = node;
        this.world = node.world;
    }

    void introduced(NodeId member) {
        known.add(member);
    }

    void received(NodeId from, Frame sent) {
        Frame frame = mutated(sent);
        world.trace.add(node.name, "receives", sent);
        if (frame instanceof Frame.Batch batch) {
            batch(from, batch);
        } else if (frame instanceof Frame.BatchAnswer answer) {
            SimLane lane = node.lanes.get(answer.typeName());
            if (lane != null) {
                lane.answered(from, answer);
            }
        } else if (!forgetful(from, frame)) {
            world.judge.received(node, from, sent);
            node.control.received(sender(from, frame), frame);
        }
        world.judge.check(node);
    }

    private void batch(NodeId from, Frame.Batch batch) {
        if (!node.member.sees(from) || !known.contains(from)) {
            node.dropped(from, "a batch of somebody who is no member, or does not know us yet");
            return;
        }
        SimLane lane = node.lanes.get(batch.typeName());
        if (lane == null) {
            node.send(
                    from,
                    new Frame.BatchAnswer(
                            batch.typeName(), batch.sequence(), 0, Frame.Verdict.NOT_HOST, Optional.empty()));
            return;
        }
        List<Letter> letters = batch.messages().stream()
                .map(message -> world.ledger.letter(Letter.numberOf(message)))
                .toList();
        lane.offer(from, batch.sequence(), letters);
    }

    private Frame mutated(Frame frame) {
        if (world.mutation == Mutation.ANY_ROUND_COUNTS && frame instanceof Frame.Confirm confirm) {
            return new Frame.Confirm(
                    confirm.typeName(),
                    node.lane(confirm.typeName()).license.round,
                    confirm.generation(),
                    confirm.warm());
        }
        if (world.mutation == Mutation.DECLINE_COUNTS && frame instanceof Frame.Decline decline) {
            return new Frame.Confirm(decline.typeName(), decline.round(), 0, Optional.empty());
        }
        return frame;
    }

    private NodeId sender(NodeId from, Frame frame) {
        boolean wrong = world.mutation == Mutation.WRONG_SENDER && frame instanceof Frame.Confirm;
        return wrong ? world.dice.pick(node.member.view).id() : from;
    }

    /** The mutated node confirms while it takes over, and goes on. */
    private boolean forgetful(NodeId from, Frame frame) {
        if (world.mutation == Mutation.PROMISE_FORGOTTEN
                && frame instanceof Frame.StandDown asked
                && node.lane(asked.typeName()).snapshot.state() == State.TAKING_OVER) {
            node.send(from, new Frame.Confirm(asked.typeName(), asked.round(), 0, Optional.empty()));
            return true;
        }
        return false;
    }

    void refused(NodeId by, Frame frame) {
        world.trace.add(node.name, "refused", frame);
        if (frame instanceof Frame.Batch batch) {
            node.lane(batch.typeName()).refused(by, batch.sequence());
        } else if (!(frame instanceof Frame.BatchAnswer)) {
            world.judge.refused(node, by, frame);
            node.control.refused(by, frame);
        }
        world.judge.check(node);
    }
}

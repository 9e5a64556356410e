package dev.singleton.node;

import dev.singleton.NodeId;
import dev.singleton.spi.Transport;
import dev.singleton.wire.Frame;
import dev.singleton.wire.Frame.Verdict;
import dev.singleton.wire.Frames;
import dev.singleton.wire.MalformedFrameException;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Sorts what arrives: control frames to the control thread, messages to their lane, replies to who waits. Runs on the
 * transport's threads: it decodes frames, takes short locks and never blocks. What cannot be used is dropped, counted,
 * and told once for each sender.
 */
final class Receiver implements Transport.Listener {

    private static final int MOST_PARTED = 64;

    /** Dead letters of one member that wait to be read and told; further ones are counted, and told without the message. */
    private static final long MOST_RETURNED_BYTES = 64L << 20;

    private static final String CROWDED = "too many frames of the control path wait already";

    private static final System.Logger LOG = System.getLogger(Receiver.class.getName());

    private final Services services;
    private final Keys keys;
    private final ControlShell control;
    private final Function<UUID, Optional<NodeId>> members;
    private final long incarnation;
    /** Who knows this life of the node; a batch of anybody else was meant for an earlier one. */
    private final Set<NodeId> introduced = ConcurrentHashMap.newKeySet();

    private final Allowance returns = new Allowance(Integer.MAX_VALUE, MOST_RETURNED_BYTES);

    private volatile Set<NodeId> present = Set.of();
    /** Who was a member until a short while ago, the last one at the end. */
    private volatile List<NodeId> parted = List.of();

    Receiver(
            Services services,
            Keys keys,
            ControlShell control,
            long incarnation,
            Function<UUID, Optional<NodeId>> members) {
        this.services = services;
        this.keys = keys;
        this.control = control;
        this.incarnation = incarnation;
        this.members = members;
    }

    @Override
    public void received(NodeId sender, byte[] bytes) {
        try {
            dispatch(sender, Frames.decode(bytes), bytes.length);
        } catch (MalformedFrameException malformed) {
            drop(sender, String.valueOf(malformed.getMessage()));
        } catch (RuntimeException fault) {
            LOG.log(
                    Level.ERROR,
                    "A frame of " + sender + " could not be handled; this is a fault of the library",
                    fault);
        }
    }

    private void dispatch(NodeId sender, Frame frame, int bytes) {
        boolean member = members.apply(sender.uuid()).isPresent();
        if (frame instanceof Frame.Returned returned
                && (member || present.contains(sender) || parted.contains(sender))) {
            // The last thing that a node does is to give back; it may be gone from the member list when that arrives.
            keys.find(returned.typeName()).ifPresent(entry -> returned(sender, returned, entry.runtime(), bytes));
        } else if (!member) {
            drop(sender, "it is no member of this node's view");
        } else if (frame instanceof Frame.Batch batch) {
            batch(sender, batch);
        } else if (frame instanceof Frame.BatchAnswer answer) {
            lane(answer.typeName()).ifPresent(lane -> lane.answered(sender, answer, members));
        } else if (frame instanceof Frame.Reply reply) {
            services.asks().received(reply);
        } else if (!control.frame(sender, meet(sender, frame), bytes)) {
            drop(sender, CROWDED);
        }
    }

    private void returned(NodeId sender, Frame.Returned frame, KeyRuntime<?> runtime, int bytes) {
        boolean admitted = returns.admit(
                sender,
                bytes,
                leave -> services.completions().execute(() -> {
                    leave.run();
                    runtime.deadLetters().returned(frame);
                }));
        if (!admitted) {
            // Whoever asks must hear of it all the same; only a listener does not get the message.
            runtime.deadLetters().returnedUnread(frame);
            drop(sender, "too many dead letters that it gave back wait already");
        }
    }

    /** Looked at here and not on the control thread, because messages follow on the heels of this word. */
    private Frame meet(NodeId sender, Frame frame) {
        if (frame instanceof Frame.Announced announced && announced.incarnation() == incarnation) {
            introduced.add(sender);
        }
        return frame;
    }

    private void batch(NodeId sender, Frame.Batch batch) {
        if (!introduced.contains(sender)) {
            // Perhaps a repetition that the earlier life had accepted; a first one is sent again, and follows the word.
            drop(sender, "it was sent to an earlier life of this node");
            return;
        }
        Optional<Lane> lane = lane(batch.typeName());
        if (lane.isEmpty()) {
            services.dropped().count();
            services.send(
                    sender,
                    new Frame.BatchAnswer(batch.typeName(), batch.sequence(), 0, Verdict.NOT_HOST, Optional.empty()));
            return;
        }
        List<Letter> letters = batch.messages().stream()
                .map(message -> Letter.received(
                        message.body(),
                        message.askId(),
                        message.origin().flatMap(members).orElse(sender)))
                .toList();
        lane.get().offer(sender, batch.sequence(), letters);
    }

    private Optional<Lane> lane(String typeName) {
        return keys.find(typeName).map(entry -> entry.runtime().lane());
    }

    @Override
    public void refused(NodeId peer, byte[] bytes) {
        Frame frame;
        try {
            frame = Frames.decode(bytes);
        } catch (MalformedFrameException malformed) {
            drop(peer, "it refused a frame that this node never sent");
            return;
        }
        if (frame instanceof Frame.Batch batch) {
            lane(batch.typeName()).ifPresent(lane -> lane.refused(peer, batch.sequence()));
        } else if (!control.refused(peer, frame, bytes.length)) {
            drop(peer, CROWDED);
        }
    }

    private void drop(NodeId sender, String why) {
        services.dropped().drop(sender, why);
    }

    /** These are the members; of others, only who has parted last. */
    void present(Set<NodeId> members) {
        part(members);
        services.dropped().present(members);
        introduced.retainAll(members);
        control.present(members);
        Set<NodeId> heard = new HashSet<>(parted);
        heard.addAll(members);
        returns.present(heard);
    }

    /** Calls come one after the other. */
    private void part(Set<NodeId> members) {
        List<NodeId> gone = new ArrayList<>(parted);
        gone.addAll(present);
        gone.removeAll(members);
        present = Set.copyOf(members);
        parted = List.copyOf(gone.subList(Math.max(0, gone.size() - MOST_PARTED), gone.size()));
    }
}

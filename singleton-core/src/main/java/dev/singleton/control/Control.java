package dev.singleton.control;

import dev.singleton.NodeId;
import dev.singleton.manager.Event;
import dev.singleton.manager.Settings;
import dev.singleton.manager.Timer;
import dev.singleton.spi.Membership;
import dev.singleton.wire.Frame;
import dev.singleton.wire.Frame.NodeStatus;
import dev.singleton.wire.Frame.Terms;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The control path of one node: what it knows of the others, and the managers of its singletons. Pure: one thread calls
 * it, one call after the other, and it acts through its port only.
 */
public final class Control {

    private static final Duration RESEND_INTERVAL = Duration.ofMillis(500);

    private final ControlPort port;
    private final Directory directory;
    private final Steering steering;
    private final long firstRound;
    private final Map<String, ManagedKey> keys = new LinkedHashMap<>();

    /**
     * @param incarnation larger than in every earlier life of a node on this member; rounds begin there too, so that an
     *     answer to an earlier life means nothing to this one
     */
    public Control(NodeId self, long incarnation, Collection<String> roles, ControlPort port) {
        this(self, incarnation, roles, port, StepWatch.NONE);
    }

    /** With somebody who watches each step. */
    public Control(NodeId self, long incarnation, Collection<String> roles, ControlPort port, StepWatch watch) {
        this.port = port;
        this.directory = new Directory(self, incarnation, roles);
        this.steering = new Steering(port, watch, directory);
        this.firstRound = incarnation << 20;
    }

    /** The membership's list changed, or this node's identity with it. */
    public void members(NodeId self, List<Membership.Member> list) {
        List<NodeId> gone = directory.members(self, list);
        steering.readMembers();
        lookAtAll();
        // After the routes have changed: what a sender does not give up goes on at once, and not to the member that is
        // gone.
        gone.forEach(port::gone);
        tell();
    }

    /** The application has started: this node may be elected. */
    public void up() {
        if (directory.status() == NodeStatus.STARTING) {
            status(NodeStatus.UP);
        }
    }

    /** This node is about to leave. */
    public void leave() {
        status(NodeStatus.LEAVING);
    }

    private void status(NodeStatus status) {
        directory.status(status);
        steering.readMembers();
        lookAtAll();
        tell();
    }

    /** What is not started by now is not going to be hosted here. */
    public void declareComplete() {
        steering.complete();
        keys.values().forEach(steering::announce);
        lookAtAll();
        tell();
    }

    /** This member gives up its identity; nothing is hosted until {@link #merged()}. */
    public void merging() {
        steering.merging(true);
        lookAtAll();
    }

    /** The new identity has come with {@link #members}. */
    public void merged() {
        steering.merging(false);
        lookAtAll();
        tell();
    }

    /** This node references the singleton. */
    public void reference(String typeName, Terms terms, boolean client) {
        ManagedKey key = keys.get(typeName);
        if (key == null) {
            declare(typeName, terms, client);
        } else if (client) {
            key.client = true;
            steering.announce(key);
            steering.lookAt(key);
        }
        tell();
    }

    /** This node starts the singleton, and could host it at once. */
    public void start(String typeName, Terms terms, Settings settings) {
        start(typeName, terms, settings, true);
    }

    /**
     * This node starts the singleton.
     *
     * @param granted false while no lease is granted to this node: it comes after those to which leases are granted, until
     *     {@link #granted} or until it gets the lease all the same
     */
    public void start(String typeName, Terms terms, Settings settings, boolean granted) {
        ManagedKey key = keys.get(typeName);
        if (key == null) {
            key = declare(typeName, terms, false);
        }
        // First what the terms change in the picture, so that the manager decides by the right quorum and placement.
        key.terms = terms;
        key.begins(granted);
        steering.announce(key);
        steering.lookAt(key);
        steering.drive(key, new Event.OptIn(settings));
        steering.lookAt(key);
        tell();
    }

    /** The arbiter grants leases to this node from now on. */
    public void granted(String typeName) {
        change(typeName, ManagedKey::granted);
    }

    /** The arbiter grants no leases to this node, until {@link #granted}: it comes after those to which it does. */
    public void waits(String typeName) {
        change(typeName, ManagedKey::waits);
    }

    /**
     * Whether this node, once it is granted leases, need not leave the first instance of the cluster to others: nobody that is in
     * rotation comes before it, or some node is granted leases already.
     */
    public boolean isAwaited(String typeName) {
        ManagedKey key = keys.get(typeName);
        return key != null && key.isAwaited();
    }

    private void change(String typeName, Consumer<ManagedKey> what) {
        ManagedKey key = keys.get(typeName);
        if (key != null) {
            what.accept(key);
            steering.announce(key);
            steering.lookAt(key);
            tell();
        }
    }

    /** This node takes itself out of rotation. */
    public void stop(String typeName) {
        ManagedKey key = keys.get(typeName);
        if (key != null) {
            steering.drive(key, new Event.OptOut());
            steering.lookAt(key);
            tell();
        }
    }

    private ManagedKey declare(String typeName, Terms terms, boolean client) {
        ManagedKey key = new ManagedKey(typeName, terms, client, firstRound, steering.paint(typeName));
        keys.put(typeName, key);
        steering.announce(key);
        steering.lookAt(key);
        return key;
    }

    /** What the instance, or a timer of the manager, has to say. */
    public void event(String typeName, Event event) {
        ManagedKey key = keys.get(typeName);
        if (key != null) {
            steering.drive(key, event);
            steering.lookAt(key);
            tell();
        }
    }

    /** Asks whoever hosts to start the instance anew; the answer comes through the port. */
    public void restart(String typeName, long requestId) {
        ManagedKey key = keys.get(typeName);
        if (key == null || key.picture.owner().isEmpty()) {
            port.restarted(requestId, "no node hosts it");
        } else if (key.picture.owner().get().equals(directory.self())) {
            restartHere(key, new RestartWish(Optional.empty(), requestId));
        } else {
            port.send(key.picture.owner().get(), new Frame.Restart(typeName, requestId));
        }
    }

    private void restartHere(ManagedKey key, RestartWish wish) {
        key.wishes.add(wish);
        steering.drive(key, new Event.RestartAsked());
        steering.lookAt(key);
        tell();
    }

    /** A frame of the control path arrived. */
    public void received(NodeId from, Frame frame) {
        if (!directory.isPeer(from)) {
            port.dropped(from, "it is no member of this node's view");
            return;
        }
        if (frame instanceof Frame.Announce announce) {
            announced(from, announce);
        } else if (frame instanceof Frame.Announced acknowledgement) {
            if (directory.acknowledged(from, acknowledgement)) {
                port.introduced(from);
            }
        } else if (frame instanceof Frame.Keyed keyed) {
            keyed(from, keyed);
        }
        tell();
    }

    private void announced(NodeId from, Frame.Announce frame) {
        if (directory.tooMuch(from, frame)) {
            port.dropped(from, "it announces more singletons, or longer settings, than a node keeps of another");
            return;
        }
        boolean anew = directory.isNewLife(from, frame);
        Optional<Set<String>> changed = directory.received(from, frame);
        port.send(from, directory.acknowledgement(from));
        if (changed.isPresent()) {
            lookAgain(changed.get());
        }
        if (anew) {
            port.reborn(from);
        }
    }

    /** The peer's status or roles may have changed, which concerns every key; its entries only the named ones. */
    private void lookAgain(Collection<String> names) {
        if (steering.readMembers()) {
            lookAtAll();
        } else {
            for (String name : names) {
                ManagedKey key = keys.get(name);
                if (key != null) {
                    steering.lookAt(key);
                }
            }
        }
    }

    private void keyed(NodeId from, Frame.Keyed frame) {
        ManagedKey key = keys.get(frame.typeName());
        if (key == null) {
            unknown(from, frame);
            return;
        }
        if (frame instanceof Frame.StandDown asked) {
            standDown(key, from, asked);
        } else if (frame instanceof Frame.Confirm confirm) {
            steering.drive(key, new Event.Confirmed(from, confirm.round(), confirm.generation(), confirm.warm()));
        } else if (frame instanceof Frame.StillStopping stopping) {
            steering.drive(key, new Event.Waits(from, stopping.round(), true, ""));
        } else if (frame instanceof Frame.Decline decline) {
            steering.drive(key, new Event.Waits(from, decline.round(), false, decline.reason()));
        } else if (frame instanceof Frame.Restart restart) {
            restartHere(key, new RestartWish(Optional.of(from), restart.requestId()));
        } else if (frame instanceof Frame.Restarted done) {
            port.restarted(done.requestId(), done.error());
        } else {
            port.dropped(from, "a frame of the data path came on the control path");
        }
        steering.lookAt(key);
    }

    /** A node that has never heard of the singleton runs none of it, and would begin with a full round. */
    private void unknown(NodeId from, Frame.Keyed frame) {
        if (frame instanceof Frame.StandDown asked) {
            port.send(from, new Frame.Confirm(asked.typeName(), asked.round(), 0, Optional.empty()));
        } else if (frame instanceof Frame.Restart restart) {
            port.send(from, new Frame.Restarted(restart.typeName(), restart.requestId(), "it is unknown there"));
        } else {
            port.dropped(from, "it names the singleton '" + frame.typeName() + "', which is unknown here");
        }
    }

    private void standDown(ManagedKey key, NodeId from, Frame.StandDown asked) {
        Optional<String> difference = key.incompatibleWith(from);
        if (difference.isPresent() && key.state.inRotation()) {
            port.send(from, new Frame.Decline(key.typeName, asked.round(), "incompatible: " + difference.get()));
        } else {
            steering.drive(key, new Event.StandDownAsked(from, asked.round()));
        }
    }

    /** The transport says that the peer runs no singleton node, so that this frame was not taken. */
    public void refused(NodeId peer, Frame frame) {
        Set<String> names = directory.refused(peer, frame);
        if (frame instanceof Frame.StandDown asked) {
            ManagedKey key = keys.get(asked.typeName());
            if (key != null) {
                steering.drive(key, new Event.Confirmed(peer, asked.round(), 0, Optional.empty()));
                steering.lookAt(key);
            }
        } else if (frame instanceof Frame.Restart restart) {
            port.restarted(restart.requestId(), "the host has just left");
        }
        lookAgain(names);
        tell();
    }

    /** A manager's timer fired. */
    public void fired(String typeName, Timer timer, long ticket) {
        event(typeName, new Event.TimerFired(timer, ticket));
    }

    /** The resend timer fired. */
    public void resend() {
        directory.due(true).forEach(port::send);
        armResend();
    }

    private void tell() {
        Map<NodeId, Frame> due = directory.due(false);
        due.forEach(port::send);
        if (!due.isEmpty()) {
            armResend();
        }
    }

    private void armResend() {
        if (directory.unacknowledged()) {
            port.armResend(RESEND_INTERVAL);
        }
    }

    /**
     * Whether every other node knows what this one has said last. A node that leaves is gone for good only then: one that
     * has not heard of it would send messages after it, and could not tell what became of them.
     */
    public boolean heard() {
        return directory.heard();
    }

    /** Whether nothing runs, starts or stops here, and no successor is still to ask for a state. */
    public boolean settled() {
        return keys.values().stream().allMatch(key -> key.state.settled());
    }

    private void lookAtAll() {
        keys.values().forEach(steering::lookAt);
    }
}

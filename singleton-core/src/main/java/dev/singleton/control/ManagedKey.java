package dev.singleton.control;

import dev.singleton.NodeId;
import dev.singleton.SingletonStatus.Disagreement;
import dev.singleton.SingletonStatus.State;
import dev.singleton.manager.Access;
import dev.singleton.manager.Effect;
import dev.singleton.manager.Event;
import dev.singleton.manager.ManagerState;
import dev.singleton.manager.Settings;
import dev.singleton.manager.Step;
import dev.singleton.proxy.Route;
import dev.singleton.wire.Frame;
import dev.singleton.wire.Frame.KeyEntry;
import dev.singleton.wire.Frame.Stance;
import dev.singleton.wire.Frame.Terms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One singleton on this node: its manager, its picture, and what was last made known of them. */
final class ManagedKey {

    /** A flood of restart requests must not grow without bound. */
    private static final int MOST_WISHES = 100;

    final String typeName;
    final List<RestartWish> wishes = new ArrayList<>();
    Terms terms;
    ManagerState state;
    Picture picture;
    /** Whether the application has said that this node only ever references it. */
    boolean client;
    /** Whether the arbiter grants this node leases; true without one. Once it has, it counts until the next start. */
    private boolean granted = true;
    /** The manager has not heard of the start yet, and must not decide as if leases were granted. */
    private boolean begins;

    private @Nullable Access published;
    private @Nullable Route route;
    private @Nullable Snapshot snapshot;
    private Optional<NodeId> owner = Optional.empty();
    private Set<Disagreement> disagreements = Set.of();

    ManagedKey(String typeName, Terms terms, boolean client, long firstRound, Picture picture) {
        this.typeName = typeName;
        this.terms = terms;
        this.client = client;
        this.picture = picture;
        Settings unused = new Settings(typeName, Duration.ofSeconds(10), true);
        this.state = ManagerState.initial(unused, picture.view(), firstRound);
    }

    /** Before this node is put in rotation. Who is in it already does not fall back. */
    void begins(boolean leasesGranted) {
        if (!state.inRotation()) {
            granted = leasesGranted;
            begins = !leasesGranted;
        }
    }

    void granted() {
        granted = true;
    }

    /** No lease is granted here any more. Who hosts under one goes on with it. */
    void waits() {
        if (state.inRotation() && !state.hosting()) {
            granted = false;
        }
    }

    /** Whether nobody that is in rotation comes before this node, or some node is granted leases already. */
    boolean isAwaited() {
        return picture.anotherIsGranted()
                || picture.view().peers().stream().noneMatch(peer -> peer.sortsBefore() && peer.mayHost());
    }

    List<Effect> drive(Event event) {
        if (event instanceof Event.LeaseGranted) {
            granted = true;
        }
        if (event instanceof Event.OptIn) {
            begins = false;
        }
        Step step = state.handle(event);
        state = step.next();
        return step.effects();
    }

    KeyEntry entry(boolean complete) {
        return new KeyEntry(typeName, stance(complete), state.hosting(), terms);
    }

    private Stance stance(boolean complete) {
        if (state.inRotation() || begins) {
            return granted ? Stance.STARTED : Stance.WAITING;
        }
        if (state.phase() != State.REF) {
            return Stance.OUT;
        }
        return client || complete ? Stance.CLIENT : Stance.REF;
    }

    Optional<String> incompatibleWith(NodeId peer) {
        return picture.disagreements().stream()
                .filter(known -> known.incompatible() && known.peer().equals(peer))
                .map(Disagreement::difference)
                .findFirst();
    }

    /** Tells what is new, and only that. */
    void publish(ControlPort port) {
        Access access = state.access();
        if (!access.equals(published)) {
            published = access;
            port.access(typeName, access);
        }
        if (!picture.route().equals(route)) {
            route = picture.route();
            port.route(typeName, picture.route());
        }
        Snapshot current = new Snapshot(state.phase(), picture.owner(), picture.disagreements(), state.lease());
        if (!current.equals(snapshot)) {
            snapshot = current;
            port.snapshot(typeName, current);
        }
        if (!picture.owner().equals(owner)) {
            Optional<NodeId> previous = owner;
            owner = picture.owner();
            port.notice(typeName, new Notice.OwnerChanged(previous, owner));
        }
        Set<Disagreement> now = new HashSet<>(picture.disagreements());
        if (!now.equals(disagreements)) {
            for (Disagreement disagreement : picture.disagreements()) {
                if (!disagreements.contains(disagreement)) {
                    port.notice(typeName, new Notice.Disagrees(disagreement));
                }
            }
            disagreements = now;
        }
    }

    /** Whoever wished a restart hears when the instance runs, or that it will not run here. */
    void answerWishes(ControlPort port) {
        if (wishes.isEmpty()) {
            return;
        }
        Optional<String> answer = switch (state.phase()) {
            case HOSTING -> Optional.of("");
            case STANDBY, OUT, REF -> Optional.of("it does not run there any more");
            case TAKING_OVER, STARTING, STOPPING, PAUSING ->
                wishes.size() > MOST_WISHES ? Optional.of("too many wish it at once") : Optional.empty();
        };
        if (answer.isPresent()) {
            List<RestartWish> answered = List.copyOf(wishes);
            wishes.clear();
            answered.forEach(wish -> answer(port, wish, answer.get()));
        }
    }

    private void answer(ControlPort port, RestartWish wish, String error) {
        if (wish.from().isPresent()) {
            port.send(wish.from().get(), new Frame.Restarted(typeName, wish.requestId(), error));
        } else {
            port.restarted(wish.requestId(), error);
        }
    }
}

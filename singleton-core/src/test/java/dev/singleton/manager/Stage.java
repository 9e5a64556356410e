package dev.singleton.manager;

import dev.singleton.NodeId;
import dev.singleton.StopReason;
import dev.singleton.wire.Frame;
import dev.singleton.wire.Payload;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A manager on the node M and the words to tell its story: who is there, what happens, what it wishes. LOW sorts before
 * M, HIGH after it.
 */
final class Stage {

    static final NodeId LOW = node(1);
    static final NodeId M = node(2);
    static final NodeId HIGH = node(3);

    ManagerState state;
    List<Effect> effects = List.of();
    private View view;
    private final Settings settings;

    private Stage(Settings settings) {
        this.settings = settings;
        this.view = new View(M, Standing.ELIGIBLE, Optional.empty(), List.of());
        this.state = ManagerState.initial(settings, view, 100);
    }

    /** In rotation, with these members; nobody is elected yet. */
    static Stage standby(Peer... peers) {
        return standby(true, peers);
    }

    static Stage standby(boolean restartOnTermination, Peer... peers) {
        Stage stage = new Stage(new Settings("jobs", Duration.ofSeconds(10), restartOnTermination));
        stage.sees(Optional.empty(), peers);
        stage.happens(new Event.OptIn(stage.settings));
        return stage;
    }

    /** In rotation, needs a lease, and is elected among these members. */
    static Stage wantingLease(Peer... peers) {
        Stage stage = new Stage(new Settings("jobs", Duration.ofSeconds(10), true, Optional.of(Duration.ofSeconds(5))));
        stage.sees(Optional.empty(), peers);
        stage.happens(new Event.OptIn(stage.settings));
        return stage.elects(M);
    }

    /** Hosts under a lease, with the token 7; each of these members has confirmed. */
    static Stage hostingUnderLease(Peer... peers) {
        Stage stage = wantingLease(peers);
        for (Peer peer : peers) {
            stage.confirms(peer.id());
        }
        return stage.granted(7).happens(new Event.InstanceStarted());
    }

    /** Not started yet. */
    static Stage referencing(Peer... peers) {
        Stage stage = new Stage(new Settings("jobs", Duration.ofSeconds(10), true));
        stage.sees(Optional.empty(), peers);
        return stage;
    }

    /** Elected, and asking these members. */
    static Stage takingOver(Peer... peers) {
        Stage stage = standby(peers);
        stage.elects(M);
        return stage;
    }

    /** Hosting among these members, each of which has confirmed. */
    static Stage hosting(Peer... peers) {
        return hosting(true, peers);
    }

    static Stage hosting(boolean restartOnTermination, Peer... peers) {
        Stage stage = standby(restartOnTermination, peers);
        stage.elects(M);
        for (Peer peer : peers) {
            stage.confirms(peer.id());
        }
        stage.happens(new Event.InstanceStarted());
        return stage;
    }

    static NodeId node(int number) {
        return new NodeId(new UUID(0, number), InetSocketAddress.createUnresolved("host-" + number, 5701));
    }

    static Peer peer(NodeId id) {
        return new Peer(id, id.equals(LOW), false, true, false);
    }

    static Peer hostingPeer(NodeId id) {
        return new Peer(id, id.equals(LOW), true, true, false);
    }

    static Payload state(String text) {
        return Payload.of(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    Stage happens(Event event) {
        Step step = state.handle(event);
        state = step.next();
        effects = step.effects();
        return this;
    }

    Stage elects(NodeId elected) {
        return sees(new View(M, view.standing(), Optional.of(elected), view.peers()));
    }

    Stage sees(Optional<NodeId> elected, Peer... peers) {
        return sees(new View(M, view.standing(), elected, List.of(peers)));
    }

    Stage stands(Standing standing) {
        Optional<NodeId> elected = view.elected().filter(node -> standing == Standing.ELIGIBLE || !node.equals(M));
        return sees(new View(M, standing, elected, view.peers()));
    }

    private Stage sees(View next) {
        view = next;
        return happens(new Event.ViewChanged(next));
    }

    Stage confirms(NodeId peer) {
        return confirms(peer, 0, null);
    }

    Stage confirms(NodeId peer, long generation, @org.jspecify.annotations.Nullable Payload warm) {
        return happens(new Event.Confirmed(peer, round(), generation, Optional.ofNullable(warm)));
    }

    Stage answersStopping(NodeId peer) {
        return happens(new Event.Waits(peer, round(), true, ""));
    }

    Stage declines(NodeId peer) {
        return happens(new Event.Waits(peer, round(), false, "it is hosting"));
    }

    Stage asks(NodeId peer, long round) {
        return happens(new Event.StandDownAsked(peer, round));
    }

    Stage stopped(String left) {
        return happens(new Event.InstanceStopped(left.isEmpty() ? Optional.empty() : Optional.of(state(left))));
    }

    Stage granted(long token) {
        return happens(new Event.LeaseGranted(attempt(), token));
    }

    Stage refused() {
        return happens(new Event.LeaseRefused(attempt(), "it is held by another"));
    }

    Stage released() {
        return happens(new Event.LeaseReleased());
    }

    Stage loses() {
        return happens(new Event.LeaseLost(attempt(), "revoked"));
    }

    long attempt() {
        return state.ground().claim().attempt();
    }

    boolean asksForLease() {
        return effects.stream().anyMatch(Effect.AcquireLease.class::isInstance);
    }

    boolean releases() {
        return effects.contains(new Effect.ReleaseLease());
    }

    /** The timer that was armed last fires. */
    Stage fires(Timer timer) {
        if (timer == Timer.LEASE) {
            return happens(new Event.TimerFired(timer, attempt()));
        }
        return happens(new Event.TimerFired(timer, ticket()));
    }

    long round() {
        return state.ground().round();
    }

    long ticket() {
        return state.ground().ticket();
    }

    // ---- what it wishes

    Effect start() {
        return new Effect.StartInstance(Optional.empty());
    }

    Effect startWith(String left) {
        return new Effect.StartInstance(Optional.of(state(left)));
    }

    Effect stop(StopReason reason) {
        return new Effect.StopInstance(reason);
    }

    /** Whom it asks to stand down, in this step. */
    List<NodeId> asked() {
        return sent(Frame.StandDown.class);
    }

    List<NodeId> confirmed() {
        return sent(Frame.Confirm.class);
    }

    List<NodeId> declined() {
        return sent(Frame.Decline.class);
    }

    List<NodeId> toldStillStopping() {
        return sent(Frame.StillStopping.class);
    }

    private List<NodeId> sent(Class<? extends Frame> kind) {
        List<NodeId> to = new ArrayList<>();
        for (Effect effect : effects) {
            if (effect instanceof Effect.Send send && kind.isInstance(send.frame())) {
                to.add(send.to());
            }
        }
        return to;
    }

    /** The state that goes with the only confirmation of this step. */
    Optional<Payload> given() {
        return effects.stream()
                .filter(effect -> effect instanceof Effect.Send send && send.frame() instanceof Frame.Confirm)
                .map(effect -> ((Frame.Confirm) ((Effect.Send) effect).frame()).warm())
                .findFirst()
                .orElseThrow();
    }

    boolean ignored() {
        return effects.stream().anyMatch(Effect.Ignore.class::isInstance);
    }
}

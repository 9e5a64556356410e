package dev.singleton.manager;

import dev.singleton.NodeId;
import dev.singleton.SingletonStatus.State;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Elected; asks every other member of the view to stand down and waits until each has confirmed. With a lease it asks for
 * that meanwhile, and once it is granted waits only for those that said that they are stopping: the lease is the
 * permission.
 *
 * @param answers the last answer of this round, per member that gave one
 * @param offer the state of the last instance: the first one that was handed over of the highest generation
 * @param relieved whether a member confirmed that had been stopping an instance before
 * @param failures activations that failed in a row before
 * @param silence re-ask intervals that have passed; with a lease, who is silent for a whole one is not waited for
 */
record TakingOver(
        Ground ground, Map<NodeId, Answer> answers, Optional<Warm> offer, boolean relieved, int failures, int silence)
        implements ManagerState {

    TakingOver {
        answers = Map.copyOf(answers);
    }

    /** What a member said. */
    sealed interface Answer {
        /** It confirmed; {@code stopped} when it had to stop an instance first. */
        record Yes(boolean stopped) implements Answer {}

        record NotYet(boolean stopping, String reason) implements Answer {}
    }

    @Override
    public State phase() {
        return State.TAKING_OVER;
    }

    @Override
    public ManagerState with(Ground changed) {
        return new TakingOver(changed, answers, offer, relieved, failures, silence);
    }

    @Override
    public LeaseUse leaseUse() {
        return LeaseUse.WANTED;
    }

    @Override
    public Access access() {
        return new Access.Hold();
    }

    @Override
    public Step on(Event.Confirmed event) {
        if (event.round() != ground.round() || !ground.view().contains(event.from())) {
            return event.round() < ground.round() && event.warm().isPresent()
                    ? late(event)
                    : ManagerState.super.on(event);
        }
        Answer before = answers.get(event.from());
        if (before instanceof Answer.Yes) {
            // It says so again when it has given its lease back.
            return Step.of(with(Leasing.mayBeFree(ground)));
        }
        boolean wasStopping = before instanceof Answer.NotYet notYet && notYet.stopping();
        Ground next = ground.heardOf(event.generation());
        return new TakingOver(
                        before == null ? next : Leasing.mayBeFree(next),
                        with(event.from(), new Answer.Yes(wasStopping)),
                        lastOf(event, wasStopping),
                        relieved || wasStopping || event.warm().isPresent(),
                        failures,
                        silence)
                .proceed();
    }

    /**
     * A confirmation of an earlier round counts for nothing; but the state that came with it was given to this node, and who gave
     * it may be gone by now.
     */
    private Step late(Event.Confirmed event) {
        if (event.generation() <= ground.generation()) {
            // This node may have run that one itself, or know of a later one.
            return ManagerState.super.on(event);
        }
        return Step.of(new TakingOver(
                ground.heardOf(event.generation()), answers, lastOf(event, false), relieved, failures, silence));
    }

    /**
     * A state of an earlier generation was overtaken by an instance that ran since, whether that left a state or not. So was
     * one that was kept while another instance still ran. Else the first offer wins.
     */
    private Optional<Warm> lastOf(Event.Confirmed event, boolean wasStopping) {
        Optional<Warm> theirs = event.warm().map(Warm::of);
        if (event.generation() > ground.generation() || (wasStopping && !anotherStopped())) {
            return theirs;
        }
        return event.generation() == ground.generation() ? offer.or(() -> theirs) : offer;
    }

    private boolean anotherStopped() {
        return answers.values().stream().anyMatch(answer -> answer instanceof Answer.Yes yes && yes.stopped());
    }

    @Override
    public Step on(Event.Waits event) {
        if (event.round() != ground.round()
                || !ground.view().contains(event.from())
                || answers.get(event.from()) instanceof Answer.Yes) {
            return ManagerState.super.on(event);
        }
        Answer answer = new Answer.NotYet(event.stopping(), event.reason());
        return new TakingOver(ground, with(event.from(), answer), offer, relieved, failures, silence).proceed();
    }

    @Override
    public Step on(Event.ViewChanged event) {
        Ground next = ground.with(event.view());
        Optional<Warm> last = offer.filter(state -> state.isLast(event.view()));
        if (!event.view().selfElected() || event.view().blocked()) {
            // The wait ends; a state that was handed to us already goes on to whoever asks us for it.
            return next.settle(last).after(cancelTimers());
        }
        List<Effect> asks = new ArrayList<>();
        Map<NodeId, Answer> kept = notOvertaken(event.view());
        for (Peer peer : event.view().peers()) {
            boolean overtaken = answers.containsKey(peer.id()) && !kept.containsKey(peer.id());
            if (overtaken || !ground.view().contains(peer.id())) {
                asks.add(next.ask(peer.id()));
            }
        }
        // Whoever held the lease, or was given precedence, may be among those that are gone.
        boolean fewer =
                ground.view().peers().stream().anyMatch(peer -> !event.view().contains(peer.id()));
        return new TakingOver(fewer ? Leasing.mayBeFree(next) : next, kept, last, relieved, failures, silence)
                .proceed()
                .after(asks);
    }

    @Override
    public Step on(Event.StandDownAsked event) {
        if (!ground.yieldsTo(event.from())) {
            return ground.decline(this, event);
        }
        // A promise: what follows from the view, also from one that is behind, begins a round of its own.
        return ground.settle(offer.map(state -> state.to(event.from())))
                .after(ground.confirm(event, offer.map(Warm::state)))
                .after(cancelTimers());
    }

    @Override
    public Step on(Event.TimerFired event) {
        if (event.ticket() != ground.ticket()) {
            return ManagerState.super.on(event);
        }
        return switch (event.timer()) {
            case REASK -> reask();
            case HAND_OVER -> timeOut();
            default -> ManagerState.super.on(event);
        };
    }

    private Step reask() {
        TakingOver waited = new TakingOver(
                ground, notOvertaken(ground.view()), offer, relieved, failures, Math.min(silence + 1, 1));
        if (waited.mayStart()) {
            return waited.start();
        }
        List<Effect> effects = new ArrayList<>();
        waited.unconfirmed().forEach(peer -> effects.add(ground.ask(peer)));
        effects.add(
                new Effect.Arm(Timer.REASK, ground.ticket(), ground.settings().reaskInterval()));
        return new Step(waited, effects);
    }

    /**
     * A member that confirmed and runs an instance all the same has begun a round of its own since: under a lease it may have
     * been granted that first, and then nothing but a question makes it stand down.
     */
    private Map<NodeId, Answer> notOvertaken(View view) {
        Map<NodeId, Answer> kept = new HashMap<>(answers);
        for (Peer peer : view.peers()) {
            if (peer.hosting() && kept.get(peer.id()) instanceof Answer.Yes) {
                kept.remove(peer.id());
            }
        }
        return kept;
    }

    @Override
    public Step on(Event.LeaseGranted event) {
        Step step = ManagerState.super.on(event);
        return ((TakingOver) step.next()).proceed().after(step.effects());
    }

    /**
     * Members that said nothing for a whole time-out are not waited for any longer. One that answered is alive, and says
     * itself that it may run an instance: it gets another window, for as long as it goes on answering.
     */
    private Step timeOut() {
        List<String> alive = new ArrayList<>();
        Map<NodeId, Answer> kept = new HashMap<>();
        for (Peer peer : ground.view().peers()) {
            Answer answer = answers.get(peer.id());
            if (answer instanceof Answer.Yes) {
                kept.put(peer.id(), answer);
            } else if (answer instanceof Answer.NotYet notYet) {
                alive.add(peer.id() + (notYet.stopping() ? " is still stopping" : " declines: ") + notYet.reason());
            }
        }
        if (!alive.isEmpty() || ground.settings().leased()) {
            // Who was stopping is asked once more, and gets a whole interval for its answer: so two, from here on.
            // Who has never answered gets none: the time-out may be shorter than two intervals. The wait for a lease
            // has no end of its own.
            boolean stopping = answers.values().stream()
                    .anyMatch(answer -> answer instanceof Answer.NotYet notYet && notYet.stopping());
            Step step = Step.of(
                    new TakingOver(ground, kept, offer, relieved, failures, stopping ? -1 : silence),
                    new Effect.Arm(
                            Timer.HAND_OVER, ground.ticket(), ground.settings().handOverTimeout()));
            return alive.isEmpty() ? step : step.after(new Effect.StillWaiting(alive));
        }
        return start().after(new Effect.TimedOut(unconfirmed()));
    }

    private Step proceed() {
        return mayStart() ? start() : Step.of(this);
    }

    boolean mayStart() {
        if (!ground.settings().leased()) {
            return unconfirmed().isEmpty();
        }
        return ground.claim() instanceof Claim.Held && unconfirmed().stream().noneMatch(this::holdsBack);
    }

    /** Whether this member, which has not confirmed, is waited for although the lease is held here. */
    private boolean holdsBack(NodeId peer) {
        Answer answer = answers.get(peer);
        return answer instanceof Answer.NotYet notYet ? notYet.stopping() : silence < 1;
    }

    /** Nobody runs an instance, or nobody that answers. */
    Step start() {
        List<Effect> before = new ArrayList<>(cancelTimers());
        if (relieved) {
            before.add(new Effect.HandedOver());
        }
        return Starting.begin(ground, offer.map(Warm::state), failures).after(before);
    }

    @Override
    public Step on(Event.OptOut event) {
        return Step.of(new Out(ground, Out.Why.STOPPED, Optional.empty())).after(cancelTimers());
    }

    private List<NodeId> unconfirmed() {
        return ground.view().peers().stream()
                .map(Peer::id)
                .filter(id -> !(answers.get(id) instanceof Answer.Yes))
                .toList();
    }

    private Map<NodeId, Answer> with(NodeId peer, Answer answer) {
        Map<NodeId, Answer> changed = new HashMap<>(answers);
        changed.put(peer, answer);
        return changed;
    }

    private static List<Effect> cancelTimers() {
        return List.of(new Effect.Cancel(Timer.REASK), new Effect.Cancel(Timer.HAND_OVER));
    }
}

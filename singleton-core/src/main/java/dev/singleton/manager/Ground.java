package dev.singleton.manager;

import dev.singleton.NodeId;
import dev.singleton.wire.Frame;
import dev.singleton.wire.Payload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What every state stands on.
 *
 * @param round the last round in which this node asked the others to stand down; never used twice
 * @param ticket the last ticket of a timer; a timer with an older one does not count
 * @param generation the highest generation of an instance that this node has run or heard of: what tells a state that was
 *     overtaken from the last one, when several nodes offer theirs
 * @param claim what this node has of the lease
 */
record Ground(Settings settings, View view, long round, long ticket, long generation, Claim claim) {

    /** How long the state of a stopped instance is kept for its successors. */
    static final Duration PARTING_TIME = Duration.ofSeconds(2);

    Ground with(View changed) {
        return new Ground(settings, changed, round, ticket, generation, claim);
    }

    Ground with(Settings changed) {
        return new Ground(changed, view, round, ticket, generation, claim);
    }

    Ground with(Claim changed) {
        return new Ground(settings, view, round, ticket, generation, changed);
    }

    Ground nextTicket() {
        return new Ground(settings, view, round, ticket + 1, generation, claim);
    }

    private Ground nextRound() {
        return new Ground(settings, view, round + 1, ticket + 1, generation, claim);
    }

    /**
     * That of an instance which begins now. Under a lease it is at least the token: a silent member is not waited for then,
     * and what it knows of other instances is not heard.
     */
    Ground nextGeneration() {
        long token = claim instanceof Claim.Held held ? held.token() : 0;
        // A member that claims the highest number there is must not turn what follows into the lowest ones.
        long next = generation == Long.MAX_VALUE ? generation : generation + 1;
        return new Ground(settings, view, round, ticket, Math.max(next, token), claim);
    }

    Ground heardOf(long known) {
        return known > generation ? new Ground(settings, view, round, ticket, known, claim) : this;
    }

    /**
     * From the current view alone: take over when elected, stand by when not.
     *
     * @param warm the last state, when this node has it; others may have got it too
     */
    Step settle(Optional<Warm> warm) {
        if (view.selfElected() && !view.blocked()) {
            return takeOver(warm);
        }
        return warm.isPresent() ? part(warm) : Step.of(new Standby(this, Optional.empty()));
    }

    /** Stands by, and keeps for a while what the last instance left. */
    Step part(Optional<Warm> warm) {
        Ground parted = nextTicket();
        return Step.of(new Standby(parted, Optional.of(new Parting(warm))), Parting.arm(parted));
    }

    /**
     * Begins a full round. The state of an instance that stopped here and was asked for by nobody is its first offer.
     */
    Step takeOver(Optional<Warm> offer) {
        return takeOver(offer, 0);
    }

    /**
     * After that many activations that failed in a row. A lease that is still held goes back first: whoever this node has
     * stood down for may want it.
     */
    Step takeOver(Optional<Warm> offer, int failures) {
        boolean held = claim instanceof Claim.Held;
        Ground next =
                held ? nextRound().with(new Claim.Releasing(claim.attempt(), false, true, List.of())) : nextRound();
        TakingOver waiting = new TakingOver(next, Map.of(), offer, false, failures, 0);
        if (waiting.mayStart()) {
            return waiting.start();
        }
        List<Effect> effects = new ArrayList<>();
        view.peers().forEach(peer -> effects.add(next.ask(peer.id())));
        effects.add(new Effect.Arm(Timer.REASK, next.ticket, settings.reaskInterval()));
        effects.add(new Effect.Arm(Timer.HAND_OVER, next.ticket, settings.handOverTimeout()));
        if (held) {
            effects.add(new Effect.ReleaseLease());
        }
        return new Step(waiting, effects);
    }

    Effect ask(NodeId peer) {
        return new Effect.Send(peer, new Frame.StandDown(settings.typeName(), round));
    }

    Effect confirm(Event.StandDownAsked asked, Optional<Payload> warm) {
        return new Effect.Send(asked.from(), new Frame.Confirm(settings.typeName(), asked.round(), generation, warm));
    }

    Effect stillStopping(NodeId asker, long askersRound) {
        return new Effect.Send(asker, new Frame.StillStopping(settings.typeName(), askersRound));
    }

    Step decline(ManagerState stay, Event.StandDownAsked asked) {
        String reason = "it is "
                + stay.phase().name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ')
                + ", and comes before the asking node in placement order";
        return Step.of(
                stay, new Effect.Send(asked.from(), new Frame.Decline(settings.typeName(), asked.round(), reason)));
    }

    /** Whether a node that runs, starts or takes over yields to this asker. */
    boolean yieldsTo(NodeId asker) {
        return view.standing() != Standing.ELIGIBLE || view.sortsBefore(asker);
    }
}

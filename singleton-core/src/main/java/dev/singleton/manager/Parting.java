package dev.singleton.manager;

import java.util.Optional;

/**
 * An instance stopped here a short while ago. A node that leaves waits for the first successor to ask; whoever asks gets
 * the state, if there is one, for each that asks may become the host.
 */
record Parting(Optional<Warm> warm) {

    static Effect arm(Ground ground) {
        return new Effect.Arm(Timer.PARTING, ground.ticket(), Ground.PARTING_TIME);
    }

    /** Whether a successor has asked. */
    boolean asked() {
        return warm.filter(state -> !state.given().isEmpty()).isPresent();
    }

    /** After this one has asked: kept when there is something to give to the next. */
    static Optional<Parting> askedBy(Event.StandDownAsked asker, Optional<Parting> parting) {
        return parting.flatMap(Parting::warm).map(state -> new Parting(Optional.of(state.to(asker.from()))));
    }

    static Optional<Parting> within(View view, Optional<Parting> parting) {
        return parting.filter(
                kept -> kept.warm().filter(state -> !state.isLast(view)).isEmpty());
    }
}

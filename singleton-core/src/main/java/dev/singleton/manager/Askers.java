package dev.singleton.manager;

import dev.singleton.wire.Payload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Who asked this node to stand down and waits for the confirmation, with the last round of each; in order of asking. */
record Askers(List<Event.StandDownAsked> waiting) {

    static final Askers NONE = new Askers(List.of());

    Askers {
        waiting = List.copyOf(waiting);
    }

    Askers with(Event.StandDownAsked asked) {
        List<Event.StandDownAsked> changed = new ArrayList<>(waiting);
        changed.removeIf(earlier -> earlier.from().equals(asked.from()));
        changed.add(asked);
        return new Askers(changed);
    }

    /** Without those that left the view: nobody waits for them, nor they for us. */
    Askers within(View view) {
        return new Askers(
                waiting.stream().filter(asked -> view.contains(asked.from())).toList());
    }

    /** The state, as given to all of them. */
    Optional<Warm> given(Optional<Payload> warm) {
        return warm.map(state ->
                new Warm(state, waiting.stream().map(Event.StandDownAsked::from).collect(Collectors.toSet())));
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Every asker may become the host, so each gets the state; it takes the first one that is offered to it. */
    List<Effect> confirmations(Ground ground, Optional<Payload> warm) {
        return waiting.stream().map(asked -> ground.confirm(asked, warm)).toList();
    }
}

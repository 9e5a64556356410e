package dev.singleton.manager;

import dev.singleton.wire.Payload;
import java.util.Optional;

/**
 * An instance stopped here and no successor has asked yet. A node that leaves waits for the question; the state, if
 * any, is given with the answer.
 */
record Parting(Optional<Payload> warm) {

    static Effect arm(Ground ground) {
        return new Effect.Arm(Timer.PARTING, ground.ticket(), Ground.PARTING_TIME);
    }
}

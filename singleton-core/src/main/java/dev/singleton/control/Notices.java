package dev.singleton.control;

import dev.singleton.manager.Effect;
import dev.singleton.manager.ManagerState;

/** The effects of a manager that only tell something. */
final class Notices {

    private Notices() {}

    static Notice of(Effect effect, ManagerState state) {
        if (effect instanceof Effect.TimedOut timedOut) {
            return new Notice.TimedOut(timedOut.silentPeers());
        }
        if (effect instanceof Effect.StillWaiting waiting) {
            return new Notice.StillWaiting(waiting.answers());
        }
        if (effect instanceof Effect.HandedOver) {
            return new Notice.HandedOver();
        }
        if (effect instanceof Effect.LeaseAcquired acquired) {
            return new Notice.LeaseAcquired(acquired.attempt(), acquired.token());
        }
        if (effect instanceof Effect.LeaseRefused refused) {
            return new Notice.LeaseRefused(refused.why());
        }
        if (effect instanceof Effect.LeaseLost lost) {
            return new Notice.LeaseLost(lost.reason());
        }
        if (effect instanceof Effect.Latched) {
            return new Notice.Latched();
        }
        if (effect instanceof Effect.Ignore ignore) {
            return new Notice.Ignored(state.phase().name(), ignore.why());
        }
        throw new IllegalStateException("An effect without a meaning: " + effect);
    }
}

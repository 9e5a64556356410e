package dev.singleton.node;

import dev.singleton.SingletonActor;
import dev.singleton.WarmHandOver;
import dev.singleton.wire.Payload;
import java.lang.System.Logger.Level;
import java.util.Optional;

/** Takes the warm state from an actor that stopped and gives it to its successor; a fault is a cold start, never more. */
final class WarmStates {

    private static final System.Logger LOG = System.getLogger(WarmStates.class.getName());

    private final Registration<?> registration;

    WarmStates(Registration<?> registration) {
        this.registration = registration;
    }

    /** False when it threw, and what it has done until then is unknown. */
    boolean restored(SingletonActor<?> fresh, Payload state) {
        if (!(fresh instanceof WarmHandOver taker)) {
            return true;
        }
        try {
            taker.restoreFromHandOver(state.bytes());
            return true;
        } catch (Throwable failure) {
            LOG.log(
                    Level.WARNING,
                    "Singleton " + registration.key() + " could not restore the " + state.size()
                            + " bytes that were handed over, and starts cold",
                    failure);
            return false;
        }
    }

    /** What the stopped actor leaves to its successor. */
    Optional<Payload> of(SingletonActor<?> stopped) {
        if (!(stopped instanceof WarmHandOver giver)) {
            return Optional.empty();
        }
        try {
            byte[] bytes = giver.serializeForHandOver();
            if (bytes == null || bytes.length == 0) {
                return Optional.empty();
            }
            int most = registration.options().maxHandOverStateBytes();
            if (bytes.length > most) {
                LOG.log(
                        Level.WARNING,
                        "Singleton {0} would hand over {1} bytes, more than max-hand-over-state-bytes = {2};"
                                + " the successor starts cold",
                        registration.key(),
                        bytes.length,
                        most);
                return Optional.empty();
            }
            return Optional.of(Payload.of(bytes));
        } catch (Throwable failure) {
            LOG.log(
                    Level.WARNING,
                    "Singleton " + registration.key() + " threw in serializeForHandOver; the successor starts cold",
                    failure);
            return Optional.empty();
        }
    }
}

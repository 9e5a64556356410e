package dev.singleton.cdi;

import dev.singleton.SingletonContext;
import dev.singleton.StopReason;
import dev.singleton.WarmHandOver;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * An actor with warm state. The state is taken right after {@code postStop} of a planned stop, while the object is still
 * whole, and kept for the core, which asks for it when the object has ended.
 */
final class WarmHostedActor<M> extends HostedActor<M> implements WarmHandOver {

    private WarmHandOver warm;
    private @Nullable Callable<byte @Nullable []> state;

    WarmHostedActor(
            Activation.Source<M> source, Surroundings surroundings, Activation<M> activation, WarmHandOver warm) {
        super(source, surroundings, activation);
        this.warm = warm;
    }

    @Override
    void begin(Activation<M> fresh) {
        super.begin(fresh);
        warm = (WarmHandOver) fresh.actor();
    }

    @Override
    void stopped(SingletonContext<M> context) {
        if (context.stopReason().filter(StopReason::planned).isPresent()) {
            state = take();
        }
    }

    private Callable<byte @Nullable []> take() {
        try {
            byte[] taken = warm.serializeForHandOver();
            return () -> taken;
        } catch (Exception failed) {
            return () -> {
                throw failed;
            };
        }
    }

    @Override
    public byte @Nullable [] serializeForHandOver() throws Exception {
        Callable<byte @Nullable []> taken = state;
        state = null;
        return taken == null ? null : taken.call();
    }

    /** A failure may leave the object half restored: it ends, and the cold start gets another one. */
    @Override
    public void restoreFromHandOver(byte[] handedOver) throws Exception {
        inside(() -> {
            try {
                warm.restoreFromHandOver(handedOver);
            } catch (Exception | Error failed) {
                end(failed);
                throw failed;
            }
        });
    }
}

package dev.singleton.cdi;

import dev.singleton.Singleton;
import dev.singleton.SingletonEvent;
import dev.singleton.SingletonException;
import jakarta.enterprise.inject.spi.BeanContainer;
import java.util.function.Consumer;

/** Fires what happens to singletons as CDI events, qualified with the singleton that it happened to. */
record EventBridge(BeanContainer container, Surroundings surroundings) implements Consumer<SingletonEvent> {

    @Override
    public void accept(SingletonEvent event) {
        try {
            surroundings.call(() -> {
                container
                        .getEvent()
                        .select(Singleton.Literal.of(event.key().typeName()))
                        .fire(event);
                return true;
            });
        } catch (RuntimeException observerFailed) {
            throw observerFailed;
        } catch (Exception observerFailed) {
            throw new SingletonException("An observer of " + event + " failed", observerFailed);
        }
    }
}

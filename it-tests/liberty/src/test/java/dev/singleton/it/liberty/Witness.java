package dev.singleton.it.liberty;

import dev.singleton.Singleton;
import dev.singleton.SingletonEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Remembers what was found where nobody waits for an answer. */
@ApplicationScoped
public class Witness {

    private final ConcurrentMap<String, Manners> seen = new ConcurrentHashMap<>();

    /** Looks around. */
    public void look(String occasion) throws Exception {
        seen.put(occasion, Manners.now());
    }

    /** What was found on the last such occasion. */
    public Optional<Manners> at(String occasion) {
        return Optional.ofNullable(seen.get(occasion));
    }

    /** Forgets. */
    public void forget() {
        seen.clear();
    }

    void started(@Observes @Singleton("errands") SingletonEvent.InstanceStarted event) throws Exception {
        look("event");
    }
}

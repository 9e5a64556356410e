package dev.singleton.it.liberty.cluster;

import dev.singleton.Proxy;
import dev.singleton.Singleton;
import dev.singleton.it.liberty.cluster.Note.Kind;
import dev.singleton.it.liberty.cluster.Signal.Numbered;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Tells numbered messages, one row for each singleton and for all the life of this deployment. */
@ApplicationScoped
public class Traffic {

    @Inject
    @Any
    Instance<Proxy<Signal>> proxies;

    @Resource
    ManagedScheduledExecutorService clock;

    private final Map<String, Row> rows = new ConcurrentHashMap<>();

    Proxy<Signal> proxy(String singleton) {
        return proxies.select(Singleton.Literal.of(singleton)).get();
    }

    /** One more message. */
    void tell(String singleton) {
        row(singleton).tell();
    }

    /** So many a second from now on. */
    void begin(String singleton, int perSecond) {
        Row row = row(singleton);
        row.begin(
                clock.scheduleAtFixedRate(row::beat, 0, TimeUnit.SECONDS.toNanos(1) / perSecond, TimeUnit.NANOSECONDS));
    }

    /** No more of them; returns when the last one is told. */
    void end(String singleton) {
        row(singleton).end();
    }

    @PreDestroy
    void endAll() {
        rows.values().forEach(Row::end);
    }

    private Row row(String singleton) {
        return rows.computeIfAbsent(singleton, name -> new Row(proxy(name)));
    }

    /** The lock is held while a message is told, so that the row is told in the order of its numbers. */
    private static final class Row {
        private final Proxy<Signal> proxy;
        private long told;
        private @Nullable Future<?> beat;

        Row(Proxy<Signal> proxy) {
            this.proxy = proxy;
        }

        synchronized void tell() {
            Numbered message = new Numbered(NoteBook.HERE.life(), ++told);
            String singleton = proxy.key().typeName();
            NoteBook.HERE.note(Kind.TOLD, singleton, message, 0, "");
            try {
                proxy.tell(message);
            } catch (RuntimeException refused) {
                NoteBook.HERE.note(Kind.REFUSED, singleton, message, 0, refused.toString());
            }
        }

        /** One that waited for the lock while the row was ended tells nothing any more. */
        synchronized void beat() {
            if (beat != null) {
                tell();
            }
        }

        synchronized void begin(Future<?> next) {
            beat = next;
        }

        synchronized void end() {
            if (beat != null) {
                beat.cancel(false);
                beat = null;
            }
        }
    }
}

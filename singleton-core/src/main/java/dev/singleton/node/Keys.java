package dev.singleton.node;

import dev.singleton.control.Snapshot;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Every singleton that this node started or referenced, by name. */
final class Keys {

    private final Map<String, Entry<?>> entries = new ConcurrentHashMap<>();

    /** One singleton with all that belongs to it on this node. */
    static final class Entry<M> {
        private final KeyRuntime<M> runtime;
        private final Instances<M> instances;
        private final Stops stops;

        Entry(KeyRuntime<M> runtime, Instances<M> instances, Stops stops) {
            this.runtime = runtime;
            this.instances = instances;
            this.stops = stops;
        }

        KeyRuntime<M> runtime() {
            return runtime;
        }

        Instances<M> instances() {
            return instances;
        }

        Stops stops() {
            return stops;
        }

        void snapshot(Snapshot snapshot) {
            runtime.snapshot(snapshot);
            runtime.lane().incompatible(Snapshots.incompatiblePeers(snapshot));
            stops.look(snapshot.state());
        }
    }

    Optional<Entry<?>> find(String typeName) {
        return Optional.ofNullable(entries.get(typeName));
    }

    void add(Entry<?> entry) {
        entries.put(entry.runtime().key().typeName(), entry);
    }

    Collection<Entry<?>> all() {
        return entries.values();
    }
}

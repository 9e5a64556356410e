package dev.singleton.control;

import dev.singleton.wire.Frame.Announce;
import dev.singleton.wire.Frame.HostTerms;
import dev.singleton.wire.Frame.KeyEntry;
import dev.singleton.wire.Frame.Terms;

/** How much memory it takes to know something of another node, roughly, in bytes. */
public final class Volume {

    /** What an object takes beside its characters. */
    private static final long OVERHEAD = 64;

    private Volume() {}

    /** What an announcement takes once it is read, which may be twenty times of what it was on the wire. */
    public static long of(Announce announcement) {
        return announcement.roles().stream().mapToLong(Volume::of).sum()
                + announcement.entries().stream().mapToLong(Volume::of).sum();
    }

    static long of(KeyEntry entry) {
        Terms terms = entry.terms();
        long size = of(entry.typeName()) + of(terms.messageType()) + of(terms.role());
        return size + terms.host().map(Volume::of).orElse(0L);
    }

    private static long of(HostTerms host) {
        return of(host.placement())
                + of(host.lease())
                + host.timings().stream().mapToLong(Volume::of).sum();
    }

    static long of(String text) {
        return OVERHEAD + text.length();
    }
}

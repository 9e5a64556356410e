package dev.singleton.control;

import dev.singleton.Placement;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;

/** The orders of {@link Placement} as comparators; every node and every handle uses these. */
final class Placements {

    private Placements() {}

    /** Empty for one that a peer names and this version does not know. */
    static Optional<Placement> named(String name) {
        return Arrays.stream(Placement.values())
                .filter(placement -> placement.name().equalsIgnoreCase(name))
                .findFirst();
    }

    static Comparator<Member> order(Placement placement, String typeName) {
        return switch (placement) {
            case ADDRESS -> (a, b) -> a.id().compareAddress(b.id());
            case OLDEST -> Comparator.comparingLong(Member::joinOrder);
            case SPREAD ->
                Comparator.<Member>comparingLong(member -> weight(typeName, member))
                        .reversed()
                        .thenComparing(member -> member.id().uuid());
        };
    }

    /** Rendezvous hashing: the member with the highest weight hosts. */
    private static long weight(String typeName, Member member) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < typeName.length(); i++) {
            hash = (hash ^ typeName.charAt(i)) * 0x100000001b3L;
        }
        long mixed = mix(hash ^ mix(member.id().uuid().getMostSignificantBits()));
        return mix(mixed ^ member.id().uuid().getLeastSignificantBits());
    }

    /** The finaliser of SplitMix64: each input bit changes each output bit with even odds. */
    private static long mix(long value) {
        long z = value + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}

package dev.singleton.simulation;

import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;

/** Everything that is left to chance in one seed; nothing else may be random. */
final class Dice {

    private final SplittableRandom random;

    Dice(long seed) {
        this(new SplittableRandom(seed));
    }

    private Dice(SplittableRandom random) {
        this.random = random;
    }

    /** Dice of its own, so that one part of the simulation does not disturb the luck of another. */
    Dice split() {
        return new Dice(random.split());
    }

    boolean chance(double probability) {
        return probability > 0 && random.nextDouble() < probability;
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    /** Both ends are included. */
    long between(long least, long most) {
        return least + random.nextLong(most - least + 1);
    }

    <T> T pick(List<T> from) {
        return from.get(below(from.size()));
    }

    UUID uuid() {
        return new UUID(random.nextLong(), random.nextLong());
    }
}

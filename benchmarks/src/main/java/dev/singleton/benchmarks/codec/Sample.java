package dev.singleton.benchmarks.codec;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;

/** One message of each size. JMH takes the constants as parameters. */
@SuppressWarnings("ImmutableEnumChecker") // The lists and maps in them are unmodifiable ones.
public enum Sample {
    /** A record, declared as that record. */
    RECORD(Command.Schedule.class, schedule()),
    /** The same record, declared as the sealed interface: the bytes must say which one it is. */
    SEALED(Command.class, schedule()),
    /** Collections, times, decimals, nesting. */
    MEDIUM(Command.class, order()),
    /** A list of a thousand records. */
    LARGE(Command.class, new Command.Import(lines(1_000)));

    private final Class<? extends Command> declared;
    private final Command message;

    Sample(Class<? extends Command> declared, Command message) {
        this.declared = declared;
        this.message = message;
    }

    Class<? extends Command> declared() {
        return declared;
    }

    Command message() {
        return message;
    }

    private static Command schedule() {
        return new Command.Schedule("job-4711", 1_790_000_000_000L, "nightly report of region north");
    }

    private static Command order() {
        return new Command.PlaceOrder(
                UUID.fromString("7d1f2c3a-5b6e-4f80-91a2-b3c4d5e6f708"),
                Instant.parse("2026-11-30T23:59:59.123456789Z"),
                LocalDate.of(2027, 2, 28),
                Duration.ofMinutes(90),
                new BigDecimal("12345.60"),
                Command.Urgency.NOW,
                lines(5),
                Map.of("region", "north", "channel", "web", "tenant", "acme"),
                Optional.of("leave at the door"));
    }

    /** As an application gets them from a stream: an unmodifiable list. */
    private static List<Command.Line> lines(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Command.Line("article-" + i, i % 7 + 1, BigDecimal.valueOf(1_000L + 37L * i, 2)))
                .toList();
    }
}

package dev.singleton.benchmarks.codec;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The messages that are compared, as an application writes them. */
sealed interface Command {

    /** A small command. */
    record Schedule(String id, long at, String payload) implements Command {}

    /** A medium one, with what a business message is made of. */
    record PlaceOrder(
            UUID id,
            Instant placed,
            LocalDate due,
            Duration patience,
            BigDecimal total,
            Urgency urgency,
            List<Line> lines,
            Map<String, String> labels,
            Optional<String> note)
            implements Command {}

    /** A large one. */
    record Import(List<Line> lines) implements Command {}

    /** A part of a message. */
    record Line(String article, int count, BigDecimal price) {}

    /** How soon. */
    enum Urgency {
        SOON,
        NOW
    }
}

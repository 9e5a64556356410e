package dev.singleton.benchmarks.codec;

import com.hazelcast.nio.serialization.compact.CompactReader;
import com.hazelcast.nio.serialization.compact.CompactSerializer;
import com.hazelcast.nio.serialization.compact.CompactWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What an application would have to write for Compact; an instant, a duration, a map have no kind of field of their own. */
final class CompactSerializers {

    private CompactSerializers() {}

    private static <T> T required(@Nullable T value) {
        return Objects.requireNonNull(value);
    }

    private static List<Command.Line> lines(CompactReader in) {
        return Arrays.asList(required(in.readArrayOfCompact("lines", Command.Line.class)));
    }

    private static void lines(CompactWriter out, List<Command.Line> lines) {
        out.writeArrayOfCompact("lines", lines.toArray(Command.Line[]::new));
    }

    static final class OfSchedule implements CompactSerializer<Command.Schedule> {

        @Override
        public Command.Schedule read(CompactReader in) {
            return new Command.Schedule(
                    required(in.readString("id")), in.readInt64("at"), required(in.readString("payload")));
        }

        @Override
        public void write(CompactWriter out, Command.Schedule message) {
            out.writeString("id", message.id());
            out.writeInt64("at", message.at());
            out.writeString("payload", message.payload());
        }

        @Override
        public String getTypeName() {
            return "schedule";
        }

        @Override
        public Class<Command.Schedule> getCompactClass() {
            return Command.Schedule.class;
        }
    }

    static final class OfLine implements CompactSerializer<Command.Line> {

        @Override
        public Command.Line read(CompactReader in) {
            return new Command.Line(
                    required(in.readString("article")), in.readInt32("count"), required(in.readDecimal("price")));
        }

        @Override
        public void write(CompactWriter out, Command.Line line) {
            out.writeString("article", line.article());
            out.writeInt32("count", line.count());
            out.writeDecimal("price", line.price());
        }

        @Override
        public String getTypeName() {
            return "line";
        }

        @Override
        public Class<Command.Line> getCompactClass() {
            return Command.Line.class;
        }
    }

    static final class OfImport implements CompactSerializer<Command.Import> {

        @Override
        public Command.Import read(CompactReader in) {
            return new Command.Import(lines(in));
        }

        @Override
        public void write(CompactWriter out, Command.Import message) {
            lines(out, message.lines());
        }

        @Override
        public String getTypeName() {
            return "import";
        }

        @Override
        public Class<Command.Import> getCompactClass() {
            return Command.Import.class;
        }
    }

    static final class OfPlaceOrder implements CompactSerializer<Command.PlaceOrder> {

        @Override
        public Command.PlaceOrder read(CompactReader in) {
            return new Command.PlaceOrder(
                    new UUID(in.readInt64("idHigh"), in.readInt64("idLow")),
                    Instant.ofEpochSecond(in.readInt64("placed"), in.readInt32("placedNanos")),
                    required(in.readDate("due")),
                    Duration.ofSeconds(in.readInt64("patience"), in.readInt32("patienceNanos")),
                    required(in.readDecimal("total")),
                    Command.Urgency.valueOf(required(in.readString("urgency"))),
                    lines(in),
                    labels(in),
                    Optional.ofNullable(in.readString("note")));
        }

        private static Map<String, String> labels(CompactReader in) {
            @Nullable String[] keys = required(in.readArrayOfString("labelKeys"));
            @Nullable String[] values = required(in.readArrayOfString("labelValues"));
            Map<String, String> labels = new HashMap<>();
            for (int i = 0; i < keys.length; i++) {
                labels.put(required(keys[i]), required(values[i]));
            }
            return labels;
        }

        @Override
        @SuppressWarnings({"JavaInstantGetSecondsGetNano", "JavaDurationGetSecondsGetNano"
        }) // The seconds stand beside.
        public void write(CompactWriter out, Command.PlaceOrder order) {
            out.writeInt64("idHigh", order.id().getMostSignificantBits());
            out.writeInt64("idLow", order.id().getLeastSignificantBits());
            out.writeInt64("placed", order.placed().getEpochSecond());
            out.writeInt32("placedNanos", order.placed().getNano());
            out.writeDate("due", order.due());
            out.writeInt64("patience", order.patience().toSeconds());
            out.writeInt32("patienceNanos", order.patience().getNano());
            out.writeDecimal("total", order.total());
            out.writeString("urgency", order.urgency().name());
            lines(out, order.lines());
            out.writeArrayOfString("labelKeys", order.labels().keySet().toArray(String[]::new));
            out.writeArrayOfString("labelValues", order.labels().values().toArray(String[]::new));
            out.writeString("note", order.note().orElse(null));
        }

        @Override
        public String getTypeName() {
            return "place-order";
        }

        @Override
        public Class<Command.PlaceOrder> getCompactClass() {
            return Command.PlaceOrder.class;
        }
    }
}

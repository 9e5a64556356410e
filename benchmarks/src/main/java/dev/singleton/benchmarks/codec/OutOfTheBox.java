package dev.singleton.benchmarks.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.hazelcast.config.SerializationConfig;
import com.hazelcast.internal.serialization.SerializationService;
import dev.singleton.codec.CborMessageCodec;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.apache.fory.Fory;

/** What each candidate carries when it is told the classes of the application and nothing of the JDK's. */
final class OutOfTheBox {

    private record Plain(String text, int number) {}

    private sealed interface Shape {
        record Circle(double radius) implements Shape {}
    }

    private record OfSealed(Shape shape) {}

    private record OfLists(List<String> immutable) {}

    private record OfMaps(Map<String, Integer> immutable) {}

    private record OfOptional(Optional<String> value) {}

    private record OfInstant(Instant value) {}

    private record OfDecimal(BigDecimal value) {}

    private record OfUuid(UUID value) {}

    @SuppressWarnings("ArrayRecordComponent") // Compared by what is in them.
    private record OfArrays(int[][] numbers, String[] texts) {
        @Override
        public boolean equals(Object other) {
            return other instanceof OfArrays same
                    && Arrays.deepEquals(numbers, same.numbers)
                    && Arrays.equals(texts, same.texts);
        }

        @Override
        public int hashCode() {
            return Arrays.deepHashCode(numbers);
        }
    }

    private record OldRelease(String id) {}

    private record NewRelease(int priority, String id, String tag) {}

    private static final List<Record> PROBES = List.of(
            new Plain("text", 1),
            new OfSealed(new Shape.Circle(1)),
            new OfLists(List.of("a", "b", "c")),
            new OfMaps(Map.of("a", 1)),
            new OfOptional(Optional.of("a")),
            new OfInstant(Instant.EPOCH),
            new OfDecimal(new BigDecimal("1.10")),
            new OfUuid(new UUID(1, 2)),
            new OfArrays(new int[][] {{1}, {}}, new String[] {"a"}));

    /** One candidate with the classes given, in the order of their numbers. */
    private interface Box {
        Object there(Object value, Class<?> writtenAs, Class<?> readAs) throws Exception;
    }

    private OutOfTheBox() {}

    static void print(PrintStream out) {
        print(out, "ours", OutOfTheBox::ours);
        print(out, "compact, no serializers written", OutOfTheBox::compact);
        print(out, "fory, compatible", OutOfTheBox::fory);
        print(out, "kryo", OutOfTheBox::kryo);
    }

    private static Object ours(Object value, Class<?> writtenAs, Class<?> readAs) {
        CborMessageCodec codec = new CborMessageCodec();
        return codec.decode(codec.encode(value, writtenAs), readAs);
    }

    /** Compact goes by the class name, so that two releases of one class cannot be shown here. */
    private static Object compact(Object value, Class<?> writtenAs, Class<?> readAs) {
        if (writtenAs != readAs) {
            throw new UnsupportedOperationException("not tried");
        }
        SerializationService service = Compact.serviceOf(new SerializationConfig());
        return service.toObject(service.toData(value));
    }

    private static Object fory(Object value, Class<?> writtenAs, Class<?> readAs) {
        Fory writer = ForyCodec.foryOf(true, List.of(writtenAs, Shape.Circle.class));
        Fory reader = ForyCodec.foryOf(true, List.of(readAs, Shape.Circle.class));
        return reader.deserialize(writer.serialize(value));
    }

    private static Object kryo(Object value, Class<?> writtenAs, Class<?> readAs) {
        Output output = new Output(64, -1);
        kryoOf(writtenAs).writeClassAndObject(output, value);
        return kryoOf(readAs).readClassAndObject(new Input(output.toBytes()));
    }

    private static Kryo kryoOf(Class<?> type) {
        Kryo kryo = new Kryo();
        kryo.setRegistrationRequired(true);
        kryo.register(type);
        kryo.register(Shape.Circle.class);
        return kryo;
    }

    private static void print(PrintStream out, String name, Box box) {
        out.printf("%nOut of the box, %s:%n", name);
        for (Record probe : PROBES) {
            line(out, probe.getClass().getSimpleName(), () -> {
                Object back = box.there(probe, probe.getClass(), probe.getClass());
                return back.equals(probe) ? "yes" : "comes back as " + back;
            });
        }
        line(
                out,
                "added field",
                () -> String.valueOf(box.there(new OldRelease("42"), OldRelease.class, NewRelease.class)));
        line(
                out,
                "removed field",
                () -> String.valueOf(box.there(new NewRelease(1, "42", "t"), NewRelease.class, OldRelease.class)));
    }

    /** A refusal is a result here. */
    private static void line(PrintStream out, String what, Callable<String> probe) {
        String result;
        try {
            result = probe.call();
        } catch (Exception | LinkageError refused) {
            result = "no: " + String.valueOf(refused).lines().findFirst().orElse("");
        }
        out.printf("  %-14s %s%n", what, result);
    }
}

package dev.singleton.codec;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("What travels comes back equal")
@SuppressWarnings({"ArrayRecordComponent", "DoNotCallSuggester", "DistinctVarargsChecker"})
class WhatTravelsTest {

    private final CborMessageCodec codec = new CborMessageCodec();

    private <T> T travel(T value, Class<T> declared) {
        codec.check(declared);
        return codec.decode(codec.encode(value, declared), declared);
    }

    static Stream<JobCommand> commands() {
        return Stream.of(
                new JobCommand.Schedule("42", Long.MIN_VALUE, "grüße \u0000 \uD83D\uDE80 \u4E2D"),
                new JobCommand.Schedule(null, 0, null),
                new JobCommand.Cancel("42", Optional.of("late")),
                new JobCommand.Cancel("42", Optional.empty()),
                new JobCommand.Compact(),
                new JobCommand.GetStatus("42"),
                JobCommand.Switch.PAUSE,
                JobCommand.Switch.RESUME,
                new JobCommand.Batch(
                        List.of(
                                JobCommand.Switch.RESUME,
                                new JobCommand.Compact(),
                                new JobCommand.Batch(List.of(), Map.of())),
                        Map.of(JobCommand.Priority.HIGH, new JobCommand.GetStatus("1"))),
                new JobCommand.Batch(Arrays.asList(new JobCommand.Compact(), null), null));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void every_permitted_class_of_a_sealed_type_at_any_depth(JobCommand command) {
        assertThat(travel(command, JobCommand.class)).isEqualTo(command);
    }

    @Test
    void a_sealed_type_as_the_component_of_a_record() {
        var due = new JobCommand.Due(new JobCommand.GetStatus("7"), Instant.parse("2024-02-29T23:59:59.123456789Z"));
        assertThat(travel(due, JobCommand.Due.class)).isEqualTo(due);
    }

    record Numbers(
            boolean a,
            char b,
            byte c,
            short d,
            int e,
            long f,
            float g,
            double h,
            Boolean ba,
            Character bb,
            Byte bc,
            Short bd,
            Integer be,
            Long bf,
            Float bg,
            Double bh) {}

    @Test
    void primitives_and_their_boxes_at_their_limits() {
        var low = new Numbers(
                true,
                Character.MIN_VALUE,
                Byte.MIN_VALUE,
                Short.MIN_VALUE,
                Integer.MIN_VALUE,
                Long.MIN_VALUE,
                Float.MIN_VALUE,
                Double.NEGATIVE_INFINITY,
                false,
                'ß',
                Byte.MAX_VALUE,
                Short.MAX_VALUE,
                Integer.MAX_VALUE,
                Long.MAX_VALUE,
                Float.MAX_VALUE,
                Double.MIN_VALUE);
        var odd = new Numbers(
                false,
                '\uFFFF',
                (byte) 0,
                (short) 0,
                0,
                0,
                Float.NaN,
                Double.NaN,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                -0.0);
        assertThat(travel(low, Numbers.class)).isEqualTo(low);
        assertThat(travel(odd, Numbers.class)).isEqualTo(odd);
    }

    record Values(BigDecimal price, BigInteger huge, UUID id, URI link, OptionalInt count) {}

    static Stream<BigDecimal> decimals() {
        return Stream.of("0", "0.00", "-0.10", "1E+3", "1E-400", "1E+2000000000", "123456789012345678901234567890.1230")
                .map(BigDecimal::new);
    }

    @ParameterizedTest
    @MethodSource("decimals")
    void decimals_keep_their_scale(BigDecimal decimal) {
        var values = new Values(
                decimal,
                BigInteger.TWO.pow(2000).negate(),
                UUID.randomUUID(),
                URI.create("https://example.org/a?b=c#d"),
                OptionalInt.of(3));
        assertThat(travel(values, Values.class)).isEqualTo(values);
    }

    record Binary(byte[] bytes, int[] ints, double[] doubles, char[] chars, long[][] table, String[] names) {}

    @Test
    void arrays_and_arrays_of_arrays() {
        byte[] all = new byte[300_000];
        IntStream.range(0, all.length).forEach(i -> all[i] = (byte) i);
        var binary = new Binary(
                all,
                new int[] {1, -1},
                new double[] {0.1},
                new char[] {'a', '\u0000'},
                new long[][] {{1}, {}, null, {Long.MAX_VALUE}},
                new String[] {"", null});
        assertThat(travel(binary, Binary.class)).usingRecursiveComparison().isEqualTo(binary);
        assertThat(codec.encode(binary, Binary.class)).hasSizeLessThan(300_200);
    }

    record Collections(
            List<Map<String, JobCommand>> nested,
            Set<UUID> set,
            SortedSet<String> sorted,
            Deque<Integer> deque,
            EnumSet<JobCommand.Priority> priorities,
            List<Optional<String>> options,
            JobCommand[] array) {}

    @Test
    void collections_immutable_ones_too() {
        var collections = new Collections(
                List.of(Map.of("a", JobCommand.Switch.PAUSE), Map.of()),
                Set.of(UUID.randomUUID(), UUID.randomUUID()),
                Stream.of("b", "a").collect(toCollection(TreeSet::new)),
                new ArrayDeque<>(List.of(1, 2)),
                EnumSet.of(JobCommand.Priority.HIGH),
                List.of(Optional.of("x"), Optional.empty()),
                new JobCommand[] {new JobCommand.Compact(), null});
        var back = travel(collections, Collections.class);
        assertThat(back).usingRecursiveComparison().ignoringFields("deque").isEqualTo(collections);
        assertThat(back.deque()).containsExactly(1, 2);
        assertThat(back.nested()).isEqualTo(collections.nested());
    }

    record Maps(
            Map<String, Integer> strings,
            Map<JobCommand.Priority, List<String>> enums,
            Map<JobCommand.Switch, String> bodies,
            EnumMap<JobCommand.Priority, Long> enumMap,
            Map<UUID, String> ids,
            Map<Integer, String> ints,
            Map<Long, String> longs,
            Map<LocalDate, String> dates,
            Map<Instant, String> instants,
            SortedMap<Short, Byte> sorted) {}

    @Test
    void maps_with_every_kind_of_key() {
        var maps = new Maps(
                new HashMap<>(java.util.Collections.singletonMap("\u0000 ü", null)),
                Map.of(JobCommand.Priority.LOW, List.of("a")),
                Map.of(JobCommand.Switch.RESUME, "r", JobCommand.Switch.PAUSE, "p"),
                new EnumMap<>(Map.of(JobCommand.Priority.HIGH, 1L)),
                Map.of(UUID.randomUUID(), "u"),
                Map.of(-1, "i", Integer.MAX_VALUE, "j"),
                Map.of(Long.MIN_VALUE, "l", 5L, "m"),
                Map.of(LocalDate.of(2024, 2, 29), "d"),
                Map.of(Instant.parse("2024-01-01T00:00:00.000000001Z"), "t"),
                new TreeMap<>(Map.of((short) -3, (byte) 4)));
        assertThat(travel(maps, Maps.class)).isEqualTo(maps);
    }

    record Named(String name, boolean isOpen, List<String> getItems) {
        Named(String name) {
            this(name, true, List.of());
        }

        static Named valueOf(String name) {
            return new Named(name);
        }

        public String getLabel() {
            throw new IllegalStateException("a getter that is no component was called");
        }

        public boolean isEmpty() {
            throw new IllegalStateException("a getter that is no component was called");
        }
    }

    record Wrapped(String only) {}

    private record Hidden(Wrapped first, Named second) {
        private Hidden {
            new ArrayList<>(List.of(first, second));
        }
    }

    @Test
    void private_records_by_their_components_and_never_by_other_methods() {
        var hidden = new Hidden(new Wrapped("w"), new Named("n", false, List.of("i")));
        assertThat(travel(hidden, Hidden.class)).isEqualTo(hidden);
    }

    @Test
    void a_message_that_is_a_plain_value() {
        assertThat(travel("text", String.class)).isEqualTo("text");
        assertThat(travel(42L, Long.class)).isEqualTo(42L);
        assertThat(travel(JobCommand.Priority.LOW, JobCommand.Priority.class)).isEqualTo(JobCommand.Priority.LOW);
        assertThat(travel(new byte[] {1, 2}, byte[].class)).containsExactly(1, 2);
        assertThat(travel(new JobCommand[] {JobCommand.Switch.PAUSE}, JobCommand[].class))
                .containsExactly(JobCommand.Switch.PAUSE);
        assertThat(travel(true, boolean.class)).isTrue();
    }

    @Test
    void texts_of_any_length() {
        String text = "\uD83D\uDE80 long ".repeat(3_000_000);
        assertThat(travel(text, String.class)).isEqualTo(text);
        var keyed = new Labels(Map.of("k".repeat(200_000), 1));
        assertThat(travel(keyed, Labels.class)).isEqualTo(keyed);
    }

    record Labels(Map<String, Integer> labels) {}
}

package dev.singleton.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.singleton.SingletonConfigurationException;
import java.io.InputStream;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.Date;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("What cannot travel is found before anything is sent")
@SuppressWarnings({"ArrayRecordComponent", "UnusedVariable", "rawtypes", "ClassCanBeStatic", "JavaUtilDate", "serial"})
class WhatCannotTravelTest {

    private final CborMessageCodec codec = new CborMessageCodec();

    private String[] faultsOf(Class<?> declared) {
        try {
            codec.check(declared);
            return new String[0];
        } catch (SingletonConfigurationException e) {
            String[] lines = e.getMessage().split("\n - ", -1);
            assertThat(lines[0]).isEqualTo(declared.getName() + " cannot travel between nodes:");
            return java.util.Arrays.copyOfRange(lines, 1, lines.length);
        }
    }

    interface Open {}

    abstract static class OpenBase {}

    record Key(String a) {}

    sealed interface Command {

        record Schedule(Object payload, List<?> more) implements Command {}

        record Run(Thread thread, Optional<Open> open, OpenBase[] bases) implements Command {}

        record Keys(Map<Key, Map<Double, Object>> table, List raw, Map<String, Map> rawMaps) implements Command {}

        record Fine(String id, List<Command> commands) implements Command {}

        non-sealed interface Escape extends Command {}
    }

    @Test
    void all_faults_are_listed_each_with_its_path_and_the_mend() {
        String mend = "make it a sealed interface, or name a record, an enum or a final class instead";
        String here = WhatCannotTravelTest.class.getName();
        String path = "WhatCannotTravelTest.Command.";
        assertThat(faultsOf(Command.class))
                .containsExactlyInAnyOrder(
                        path + "Schedule.payload: java.lang.Object can hold anything; " + mend,
                        path + "Schedule.more[]: java.lang.Object can hold anything; " + mend,
                        path + "Run.thread: java.lang.Thread is not a value that travels; name a type of your own, or"
                                + " mark it transient",
                        path + "Run.open: " + here + "$Open is open, so anybody could implement it; " + mend,
                        path + "Run.bases[]: " + here + "$OpenBase is open, so anybody could implement it; " + mend,
                        path + "Keys.table{key}: " + here + "$Key cannot be a map's key; use String, an enum, an"
                                + " integer type, UUID, LocalDate or Instant, or a List of entries",
                        path + "Keys.table{value}{key}: java.lang.Double cannot be a map's key; use String, an enum, an"
                                + " integer type, UUID, LocalDate or Instant, or a List of entries",
                        path + "Keys.table{value}{value}: java.lang.Object can hold anything; " + mend,
                        path + "Keys.raw: a raw List can hold anything; name the type of its elements, as a"
                                + " component of a record",
                        path + "Keys.rawMaps{value}: a raw Map can hold anything; name the type of its elements, as a"
                                + " component of a record",
                        path + "Escape: " + here + "$Command$Escape is open, so anybody could implement it; " + mend);
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Object.class,
                Open.class,
                OpenBase.class,
                Runnable.class,
                Supplier.class,
                List.class,
                Map.class,
                Optional.class,
                Number.class,
                CharSequence.class,
                Comparable.class,
                Record.class,
                Enum.class,
                Class.class,
                InputStream.class,
                ClassLoader.class,
                Temporal.class,
                Date.class,
                Void.class,
                void.class,
                AtomicReference.class,
                Object[].class,
                Iterator.class,
                Override.class
            })
    void open_and_platform_types(Class<?> type) {
        assertThat(faultsOf(type)).hasSize(1);
    }

    record Generic<T>(T value) {}

    record Bounded<T extends Open>(List<T> values) {}

    @Test
    void type_parameters_that_nobody_fills() {
        assertThat(faultsOf(Generic.class)).singleElement().asString().contains("Generic.value: java.lang.Object");
        assertThat(faultsOf(Bounded.class)).singleElement().asString().contains("Bounded.values[]: ", "$Open is open");
    }

    record Growing<T>(T value, Growing<List<T>> next) {}

    record Start(Growing<String> growing) {}

    @Test
    void a_type_that_contains_ever_larger_ones() {
        assertThat(faultsOf(Start.class)).singleElement().asString().contains("Growing.next: its type arguments grow");
    }

    class Inner {
        int x;
    }

    static class Failure extends RuntimeException {}

    static class NoWayIn {
        private final int total;

        NoWayIn(int a, int b) {
            this.total = a + b;
        }
    }

    static class TwoWaysIn {
        private final int total;

        TwoWaysIn(int total) {
            this.total = total;
        }

        TwoWaysIn(String total) {
            this(Integer.parseInt(total));
        }
    }

    static class Parent {
        private int id;
    }

    static final class Child extends Parent {
        private int id;
    }

    static final class Names extends ArrayList<String> {}

    record Pair(String getKey, String getValue) implements Map.Entry<String, String> {
        @Override
        public String getValue() {
            return getValue;
        }

        @Override
        public String getKey() {
            return getKey;
        }

        @Override
        public String setValue(String value) {
            return value;
        }
    }

    record Twice(Optional<Optional<String>> value) {}

    @Test
    void classes_that_could_not_be_built_anew() {
        assertThat(faultsOf(Inner.class)).singleElement().asString().contains("make the class static");
        assertThat(faultsOf(Failure.class)).singleElement().asString().contains("java.lang.RuntimeException");
        assertThat(faultsOf(NoWayIn.class)).isNotEmpty().allMatch(it -> it.contains("constructor"));
        assertThat(faultsOf(TwoWaysIn.class)).singleElement().asString().contains("cannot be built anew", "a record");
        assertThat(faultsOf(Child.class)).singleElement().asString().contains("field id", "rename");
        assertThat(faultsOf(Names.class)).singleElement().asString().contains("declare List");
        assertThat(faultsOf(Pair.class)).singleElement().asString().contains("not be written by its fields");
        assertThat(faultsOf(Twice.class)).singleElement().asString().contains("Optional of an Optional");
    }

    @Test
    void a_local_class_with_what_it_captures() {
        int captured = codec.hashCode();
        class Local {
            int x = captured;
        }
        assertThat(faultsOf(Local.class)).singleElement().asString().contains("stays behind");
        Runnable lambda = () -> assertThat(captured).isNotZero();
        assertThat(faultsOf(lambda.getClass())).isNotEmpty();
    }

    @Test
    void a_type_that_was_never_checked_is_refused_at_its_first_use_too() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> codec.encode(new Generic<>("x"), Generic.class))
                .withMessageContaining("Generic.value: java.lang.Object can hold anything");
        assertThatThrownBy(() -> codec.decode(new byte[] {0}, Object.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("java.lang.Object can hold anything");
    }
}

package dev.singleton.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializable;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import dev.singleton.SingletonConfigurationException;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.util.AbstractMap;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Types that look as if they could travel")
@SuppressWarnings({"ArrayRecordComponent", "UnusedVariable", "rawtypes", "serial", "FieldCanBeFinal"})
class NastyTypesTest {

    private final CborMessageCodec codec = new CborMessageCodec();

    record Supers(List<? super Integer> values) {}

    record AnyEnum<E extends Enum<E>>(E level) {}

    record AnyComparable<T extends Comparable<T>>(T value) {}

    record RawInside(Optional<List> value) {}

    record Wild(Map<String, ?> values) {}

    record Lines(List<String> lines) implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return lines.iterator();
        }
    }

    static final class NoLines implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of("none").iterator();
        }
    }

    record Word(String word) implements CharSequence {
        @Override
        public int length() {
            return word.length();
        }

        @Override
        public char charAt(int index) {
            return word.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return word.subSequence(start, end);
        }

        @Override
        public String toString() {
            return word;
        }
    }

    record OwnWay(String text) implements JsonSerializable {
        @Override
        public void serialize(JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeString("something else");
        }

        @Override
        public void serializeWithType(JsonGenerator out, SerializerProvider provider, TypeSerializer types)
                throws IOException {
            serialize(out, provider);
        }
    }

    record Handlers(Function<String, String> function, Method method, MethodHandle handle) {}

    record Entry(AbstractMap.SimpleEntry<String, String> entry) {}

    record Odds(BitSet bits, Pattern pattern, Timestamp time, Path path, AtomicInteger number, StringBuilder text) {}

    record OddContainers(PriorityQueue<String> queue, CopyOnWriteArrayList<String> list, Properties properties) {}

    record Later(CompletableFuture<String> later, Stream<String> stream) {}

    static final class TwoAlike {
        @JsonProperty("name")
        private String first = "";

        private String name = "";
    }

    static final class OnlyAFactory {
        private final String text;

        private OnlyAFactory(String a, String b) {
            this.text = a + b;
        }

        @JsonCreator
        static OnlyAFactory of(String text) {
            return new OnlyAFactory(text, "");
        }
    }

    sealed interface Half {
        record Fine(String text) implements Half {}

        non-sealed class Open implements Half {
            Object anything = "";
        }
    }

    abstract static sealed class Base {
        private Object hidden = "";

        static final class Only extends Base {}
    }

    static class Generic<T> {
        private T value;
    }

    static final class Filled extends Generic<Runnable> {}

    static final class OwnThread extends Thread {}

    @ParameterizedTest
    @ValueSource(
            classes = {
                Supers.class,
                AnyEnum.class,
                AnyComparable.class,
                RawInside.class,
                Wild.class,
                NoLines.class,
                OwnWay.class,
                Handlers.class,
                Entry.class,
                Odds.class,
                OddContainers.class,
                Later.class,
                TwoAlike.class,
                OnlyAFactory.class,
                Half.class,
                Base.class,
                Filled.class,
                OwnThread.class,
                EnumSet.class,
                EnumMap.class,
                Supers[].class
            })
    void are_found_by_the_check(Class<?> declared) {
        assertThatThrownBy(() -> codec.check(declared))
                .isInstanceOf(SingletonConfigurationException.class)
                .hasMessageStartingWith(declared.getName() + " cannot travel between nodes:\n - ");
    }

    sealed interface Tree<T> {
        record Leaf<T>(T value) implements Tree<T> {}

        record Fork<T>(Tree<T> left, Tree<T> right, List<? extends Tree<T>>[] others) implements Tree<T> {}
    }

    record Holder(Tree<Map<String, Optional<int[]>>> tree, Tree.Leaf<String>[] leaves, Set<Set<Character>> letters) {}

    static class Plain {
        private final int first;
        protected List<String> rest;

        Plain(int first, List<String> rest) {
            this.first = first;
            this.rest = rest;
        }
    }

    static final class Derived extends Plain {
        private final Optional<Plain> other;

        Derived(int first, List<String> rest, Optional<Plain> other) {
            super(first, rest);
            this.other = other;
        }
    }

    @Test
    void or_can_indeed() {
        @SuppressWarnings({"unchecked"})
        List<Tree<Map<String, Optional<int[]>>>>[] none = new List[] {List.of()};
        Tree<Map<String, Optional<int[]>>> leaf = new Tree.Leaf<>(Map.of("k", Optional.of(new int[] {1, 2})));
        @SuppressWarnings({"unchecked"})
        Tree.Leaf<String>[] leaves = new Tree.Leaf[] {new Tree.Leaf<>("a"), null};
        var holder = new Holder(new Tree.Fork<>(leaf, leaf, none), leaves, Set.of(Set.of('a', 'b'), Set.of()));
        assertThat(travel(holder, Holder.class)).usingRecursiveComparison().isEqualTo(holder);

        assertThat(travel(new Lines(List.of("a")), Lines.class)).isEqualTo(new Lines(List.of("a")));
        assertThat(travel(new Word("w"), Word.class)).isEqualTo(new Word("w"));

        var derived = new Derived(1, List.of("a"), Optional.of(new Plain(2, List.of())));
        assertThat(travel(derived, Derived.class)).usingRecursiveComparison().isEqualTo(derived);
    }

    private <T> T travel(T value, Class<T> declared) {
        codec.check(declared);
        return codec.decode(codec.encode(value, declared), declared);
    }

    static final class Parent {
        private String name = "";
        private List<Child> children = List.of();
    }

    static final class Child {
        private Parent parent = new Parent();
    }

    @Test
    void a_value_that_contains_itself_is_refused_when_it_is_sent() {
        Parent parent = new Parent();
        Child child = new Child();
        child.parent = parent;
        parent.children = List.of(child);
        assertThatThrownBy(() -> travel(parent, Parent.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("500");
    }
}

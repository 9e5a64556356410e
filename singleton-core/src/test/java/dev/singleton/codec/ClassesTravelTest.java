package dev.singleton.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Classes that are no records travel by their fields")
@SuppressWarnings("UnusedVariable")
class ClassesTravelTest {

    private final CborMessageCodec codec = new CborMessageCodec();

    private <T> T travel(T value, Class<T> declared) {
        codec.check(declared);
        return codec.decode(codec.encode(value, declared), declared);
    }

    static class Mutable {
        private String name = "default";
        protected int count;
        transient String cached = "not sent";
        static String shared = "not sent";
    }

    static final class Extended extends Mutable {
        private final List<String> tags;

        private Extended() {
            this.tags = null;
        }

        Extended(List<String> tags) {
            this.tags = tags;
        }
    }

    static final class Immutable {
        private final String name;
        private final int count;

        Immutable(String name, int count) {
            this.name = name;
            this.count = count;
        }
    }

    static final class Annotated {
        private final String name;

        @JsonProperty("n")
        private final int count;

        @JsonCreator
        Annotated(@JsonProperty("name") String a, @JsonProperty("n") int b) {
            this.name = a;
            this.count = b;
        }

        Annotated(String name) {
            this(name, 1);
        }
    }

    @Test
    void plain_classes_by_their_fields() {
        var extended = new Extended(List.of("t"));
        ((Mutable) extended).name = null;
        extended.count = 3;
        var back = travel(extended, Extended.class);
        assertThat(back).usingRecursiveComparison().isEqualTo(extended);

        assertThat(travel(new Immutable("i", 2), Immutable.class))
                .usingRecursiveComparison()
                .isEqualTo(new Immutable("i", 2));
        assertThat(travel(new Annotated("a", 5), Annotated.class))
                .usingRecursiveComparison()
                .isEqualTo(new Annotated("a", 5));
    }

    @Test
    void a_transient_field_stays_behind() {
        var mutable = new Mutable();
        mutable.cached = "here only";
        assertThat(travel(mutable, Mutable.class).cached).isEqualTo("not sent");
    }

    record Lines(List<String> lines) implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return lines.iterator();
        }
    }

    record Text(String value) implements CharSequence {
        @Override
        public int length() {
            return value.length();
        }

        @Override
        public char charAt(int index) {
            return value.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return value.subSequence(start, end);
        }

        @Override
        public String toString() {
            return value;
        }
    }

    record Renamed(@JsonProperty("n") int count) {}

    @Test
    void records_that_are_more_than_records() {
        assertThat(travel(new Lines(List.of("a")), Lines.class)).isEqualTo(new Lines(List.of("a")));
        assertThat((Object) travel(new Text("t"), Text.class)).isEqualTo(new Text("t"));
        assertThat(travel(new Renamed(3), Renamed.class)).isEqualTo(new Renamed(3));
        assertThat(new String(codec.encode(new Renamed(3), Renamed.class), UTF_8))
                .doesNotContain("count");
    }

    static sealed class Animal permits Cat {
        String name = "animal";
    }

    static final class Cat extends Animal {
        int lives = 9;
    }

    record Zoo(Animal first, List<Animal> all) {}

    @Test
    void a_sealed_class_that_is_concrete_itself() {
        var zoo = new Zoo(new Cat(), List.of(new Animal(), new Cat()));
        var back = travel(zoo, Zoo.class);
        assertThat(back).usingRecursiveComparison().isEqualTo(zoo);
        assertThat(back.all()).extracting(Object::getClass).containsExactly(Animal.class, Cat.class);
    }
}

package dev.singleton.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Type arguments and recursive types are followed to their ends")
class GenericsTravelTest {

    private final CborMessageCodec codec = new CborMessageCodec();

    private <T> T travel(T value, Class<T> declared) {
        codec.check(declared);
        return codec.decode(codec.encode(value, declared), declared);
    }

    record Wrapped(String only) {}

    record Box<T>(T value, List<T> more) {}

    record Boxes(Box<String> strings, Box<JobCommand> commands, Box<Box<Optional<Instant>>> deep) {}

    sealed interface Event<T> {
        T subject();
    }

    record Added<T>(T subject, int position) implements Event<T> {}

    record Removed<T>(T subject) implements Event<T> {}

    record Log(List<Event<JobCommand>> events, Event<Long> last, Map<String, Event<Wrapped>> byName) {}

    @Test
    void generic_records_and_generic_sealed_types() {
        var boxes = new Boxes(
                new Box<>("a", List.of("b")),
                new Box<>(JobCommand.Switch.PAUSE, List.of(new JobCommand.Compact())),
                new Box<>(new Box<>(Optional.of(Instant.EPOCH), List.of(Optional.empty())), List.of()));
        var log = new Log(
                List.of(new Added<>(new JobCommand.Compact(), 1), new Removed<>(JobCommand.Switch.RESUME)),
                new Removed<>(7L),
                Map.of("x", new Added<>(new Wrapped("w"), 2)));
        assertThat(travel(boxes, Boxes.class)).isEqualTo(boxes);
        assertThat(travel(log, Log.class)).isEqualTo(log);
    }

    record Tree(String name, List<Tree> children) {}

    @Test
    void types_that_contain_themselves() {
        var tree = new Tree("root", List.of(new Tree("leaf", List.of()), new Tree("other", null)));
        assertThat(travel(tree, Tree.class)).isEqualTo(tree);
    }
}

package dev.singleton.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The class of a collection says less about its elements than the declaration does: a map's {@code values()} has no type
 * argument at all, a class may fix it to a subtype. Going by the class, type ids would be missing.
 */
@DisplayName("A collection travels as what it is declared, whatever its class")
@SuppressWarnings("ArrayRecordComponent")
class ViewsTravelTest {

    private static final JobCommand ONE = new JobCommand.GetStatus("1");

    private final CborMessageCodec codec = new CborMessageCodec();

    private <T> T travel(T value, Class<T> declared) {
        codec.check(declared);
        return codec.decode(codec.encode(value, declared), declared);
    }

    record Bag(Collection<? extends JobCommand> commands) {}

    static final class Compacts extends ArrayList<JobCommand.Compact> {
        private static final long serialVersionUID = 1L;
    }

    static Stream<Collection<? extends JobCommand>> collections() {
        var compacts = new Compacts();
        compacts.add(new JobCommand.Compact());
        return Stream.of(
                new HashMap<>(Map.of("k", ONE)).values(),
                new HashMap<>(Map.of(ONE, "v")).keySet(),
                new ConcurrentHashMap<>(Map.of(ONE, 1)).keySet(),
                new EnumMap<>(Map.of(JobCommand.Switch.RESUME, 1)).keySet(),
                EnumSet.of(JobCommand.Switch.PAUSE, JobCommand.Switch.RESUME),
                Map.of("k", ONE).values(),
                compacts,
                Arrays.asList(ONE, null),
                Collections.unmodifiableCollection(List.of(ONE)),
                Collections.nCopies(3, ONE),
                List.of(ONE, ONE, ONE).subList(1, 2),
                Stream.of(ONE).toList());
    }

    @ParameterizedTest
    @MethodSource("collections")
    void as_a_component(Collection<? extends JobCommand> commands) {
        assertThat(travel(new Bag(commands), Bag.class).commands()).isEqualTo(new ArrayList<>(commands));
    }

    record Nest(
            List<Collection<? extends JobCommand>> inList,
            Map<String, Collection<? extends JobCommand>> inMap,
            Optional<Collection<? extends JobCommand>> inOptional,
            Collection<? extends JobCommand>[] inArray,
            Set<Map<String, ? extends JobCommand>> maps) {}

    @ParameterizedTest
    @MethodSource("collections")
    @SuppressWarnings({"unchecked", "rawtypes"})
    void inside_of_other_collections(Collection<? extends JobCommand> commands) {
        var nest = new Nest(
                List.of(commands),
                Map.of("k", commands),
                Optional.of(commands),
                new Collection[] {commands},
                Set.of(new HashMap<>(Map.of("k", new JobCommand.Compact()))));
        var back = travel(nest, Nest.class);
        var expected = new ArrayList<>(commands);
        assertThat(back.inList().get(0)).isEqualTo(expected);
        assertThat(back.inMap().get("k")).isEqualTo(expected);
        assertThat(back.inOptional().orElseThrow()).isEqualTo(expected);
        assertThat(back.inArray()[0]).isEqualTo(expected);
        assertThat(back.maps()).isEqualTo(nest.maps());
    }

    record Arrayed(
            JobCommand[] one,
            List<JobCommand[]> list,
            JobCommand[][] table,
            Map<String, JobCommand[]> map,
            Optional<JobCommand[]> option,
            List<JobCommand[][]> deep) {}

    @Test
    void an_array_of_a_subtype() {
        var compacts = new JobCommand.Compact[] {new JobCommand.Compact()};
        var arrayed = new Arrayed(
                compacts,
                List.<JobCommand[]>of(compacts),
                new JobCommand.Compact[][] {compacts},
                Map.of("k", compacts),
                Optional.of(compacts),
                List.<JobCommand[][]>of(new JobCommand.Compact[][] {compacts}));
        var back = travel(arrayed, Arrayed.class);
        assertThat(back.one()).isEqualTo(compacts);
        assertThat(back.list().get(0)).isEqualTo(compacts);
        assertThat(back.table()[0]).isEqualTo(compacts);
        assertThat(back.map().get("k")).isEqualTo(compacts);
        assertThat(back.option().orElseThrow()).isEqualTo(compacts);
        assertThat(back.deep().get(0)[0]).isEqualTo(compacts);
        assertThat(travel(compacts, JobCommand[].class)).isEqualTo(compacts);
    }
}

package dev.singleton.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@SuppressWarnings("ArrayRecordComponent")
@DisplayName("Nodes of the old and of the new release understand each other")
class RollingUpgradeTest {

    private final CborMessageCodec codec = new CborMessageCodec();

    sealed interface OldCommand {

        record Schedule(String id) implements OldCommand {}

        record Batch(List<OldCommand> commands) implements OldCommand {}

        record Leveled(OldLevel level) implements OldCommand {}
    }

    enum OldLevel {
        LOW
    }

    sealed interface NewCommand {

        record Schedule(
                int priority,
                String id,
                Optional<String> reason,
                List<Map<String, NewCommand>> details,
                String[] tags,
                boolean urgent,
                Long at)
                implements NewCommand {}

        record Batch(List<NewCommand> commands, NewCommand last) implements NewCommand {}

        record Leveled(NewLevel level) implements NewCommand {}

        record Added(int x) implements NewCommand {}
    }

    enum NewLevel {
        LOW,
        HIGH
    }

    private OldCommand readByOld(NewCommand sent) {
        return codec.decode(codec.encode(sent, NewCommand.class), OldCommand.class);
    }

    private NewCommand readByNew(OldCommand sent) {
        return codec.decode(codec.encode(sent, OldCommand.class), NewCommand.class);
    }

    @Test
    void the_old_node_skips_an_added_field() {
        var fresh = new NewCommand.Schedule(
                3, "42", Optional.of("r"), List.of(Map.of("k", new NewCommand.Added(1))), new String[] {"t"}, true, 5L);
        var batch = new NewCommand.Batch(List.of(fresh), new NewCommand.Added(2));
        assertThat(readByOld(batch)).isEqualTo(new OldCommand.Batch(List.of(new OldCommand.Schedule("42"))));
    }

    @Test
    void the_new_node_finds_nothing_in_a_field_that_the_old_one_did_not_send() {
        var old = new OldCommand.Schedule("42");
        assertThat(readByNew(old))
                .isEqualTo(new NewCommand.Schedule(0, "42", Optional.empty(), null, null, false, null));
    }

    @Test
    void the_old_node_refuses_a_class_and_an_enum_constant_that_it_does_not_know() {
        assertThatThrownBy(() -> readByOld(new NewCommand.Added(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Added");
        assertThatThrownBy(() -> readByOld(new NewCommand.Leveled(NewLevel.HIGH)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("HIGH");
    }

    sealed interface Inside {
        record Leaf() implements Inside {}
    }

    @Test
    void a_type_id_depends_on_the_two_names_only() {
        assertThat(SealedTypeIds.idOf(Inside.Leaf.class, Inside.class)).isEqualTo("Leaf");
        assertThat(SealedTypeIds.idOf(JobCommand.GetStatus.class, JobCommand.class))
                .isEqualTo("GetStatus");
        assertThat(SealedTypeIds.idOf(WrongClassTest.class, Inside.class)).isEqualTo(".WrongClassTest");
        assertThat(SealedTypeIds.idOf(String.class, JobCommand.class)).isEqualTo("java.lang.String");
    }
}

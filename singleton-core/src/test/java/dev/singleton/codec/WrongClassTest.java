package dev.singleton.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A value that its place does not permit is refused, not sliced")
@SuppressWarnings({"unchecked", "rawtypes", "UnusedVariable", "ArrayRecordComponent", "NullOptional"})
class WrongClassTest {

    private final CborMessageCodec codec = new CborMessageCodec();

    private AbstractThrowableAssert<?, ?> refused(Object value, Class<?> declared) {
        return assertThatThrownBy(() -> codec.encode(value, declared))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(declared.getName());
    }

    static class Account {
        String owner = "a";
    }

    static class Premium extends Account {
        int discount = 5;
    }

    static class Empty {}

    static class NotEmpty extends Empty {
        int x = 1;
    }

    record Holder(
            Account one, List<Account> list, Map<String, Account> map, Optional<Account> option, Account[] array) {
        static Holder of(Account account) {
            return new Holder(
                    account, List.of(account), Map.of("k", account), Optional.of(account), new Account[] {account});
        }
    }

    @Test
    void another_class_at_the_root() {
        refused("text", JobCommand.class).hasMessageContaining("java.lang.String");
        refused(new JobCommand.Compact(), JobCommand.Query.class).hasMessageContaining("JobCommand$Compact");
        refused(null, JobCommand.class).hasMessageContaining("null");
        refused(1, Long.class);
    }

    @Test
    void a_subclass_at_the_root() {
        assertThat(codec.encode(new Account(), Account.class)).isNotEmpty();
        refused(new Premium(), Account.class).hasMessageContaining("$Premium stands where");
        assertThat(codec.encode(new Empty(), Empty.class)).isNotEmpty();
        refused(new NotEmpty(), Empty.class).hasMessageContaining("$NotEmpty stands where");
    }

    @Test
    void a_subclass_deeper_inside() {
        var plain = Holder.of(new Account());
        var back = codec.decode(codec.encode(plain, Holder.class), Holder.class);
        assertThat(back).usingRecursiveComparison().isEqualTo(plain);

        var premium = Holder.of(new Premium());
        refused(premium, Holder.class)
                .hasMessageContaining("$Premium stands where")
                .hasMessageContaining("\"one\"");
        refused(new Holder(null, premium.list(), null, null, null), Holder.class)
                .hasMessageContaining("\"list\"");
        refused(new Holder(null, null, premium.map(), null, null), Holder.class).hasMessageContaining("\"map\"");
        refused(new Holder(null, null, null, premium.option(), null), Holder.class)
                .hasMessageContaining("\"option\"");
        refused(new Holder(null, null, null, null, premium.array()), Holder.class)
                .hasMessageContaining("\"array\"");
    }

    sealed interface Pet {}

    static non-sealed class Dog implements Pet {
        String name = "d";
    }

    static class Puppy extends Dog {
        int weeks = 3;
    }

    record Kennel(List<Pet> pets, Dog best) {}

    @Test
    void a_subclass_of_a_non_sealed_class_that_a_sealed_type_permits() {
        var dogs = new Kennel(List.of(new Dog()), new Dog());
        assertThat(codec.decode(codec.encode(dogs, Kennel.class), Kennel.class))
                .usingRecursiveComparison()
                .isEqualTo(dogs);
        refused(new Puppy(), Pet.class)
                .hasMessageContaining("is not one of the classes")
                .hasMessageContaining("Dog");
        refused(new Kennel(List.of(new Puppy()), null), Kennel.class).hasMessageContaining("\"pets\"");
        refused(new Kennel(null, new Puppy()), Kennel.class).hasMessageContaining("$Puppy stands where");
    }

    record Names(List<String> names) {}

    @Test
    void a_collection_with_elements_that_its_type_argument_forbids() {
        List polluted = List.of(new Premium());
        refused(new Names(polluted), Names.class);
    }

    static final class Loop {
        Loop next;
    }

    @Test
    void an_object_that_contains_itself() {
        var loop = new Loop();
        loop.next = new Loop();
        loop.next.next = loop;
        refused(loop, Loop.class).hasMessageContaining("depth");
    }

    @Test
    void half_of_a_surrogate_pair() {
        refused("\uD83D", String.class).hasMessageContaining("surrogate");
        refused(new JobCommand.Schedule("\uDE80x", 0, ""), JobCommand.class).hasMessageContaining("surrogate");
    }
}

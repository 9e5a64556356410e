package dev.singleton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("The settings of a singleton")
class SingletonOptionsTest {

    @Test
    @DisplayName("have the documented defaults")
    void defaults() {
        SingletonOptions defaults = SingletonOptions.defaults();
        assertThat(defaults)
                .isEqualTo(new SingletonOptions(
                        "",
                        Placement.ADDRESS,
                        0,
                        true,
                        "none",
                        Duration.parse("PT5S"),
                        Duration.parse("PT10S"),
                        true,
                        1_048_576,
                        1_000,
                        100_000,
                        100_000,
                        Duration.parse("PT5S"),
                        SupervisionStrategy.RESTART,
                        10,
                        Duration.parse("PT1M")));
        assertThat(SingletonOptions.builder().build()).isEqualTo(defaults);
    }

    @Test
    @DisplayName("keep each value that the builder was given, and toBuilder() begins with them")
    void builder() {
        SingletonOptions all = everyValueChanged().build();
        assertThat(all)
                .isEqualTo(new SingletonOptions(
                        "backend",
                        Placement.SPREAD,
                        3,
                        false,
                        "cp",
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(2),
                        false,
                        4,
                        5,
                        6,
                        7,
                        Duration.ofSeconds(8),
                        SupervisionStrategy.RESUME,
                        9,
                        Duration.ofSeconds(10)));
        assertThat(all.toBuilder().build()).isEqualTo(all);
        SingletonOptions one = all.toBuilder().quorum(4).build();
        assertThat(one).isNotEqualTo(all);
        assertThat(one.toBuilder().quorum(3).build()).isEqualTo(all);
        assertThat(all.quorum()).isEqualTo(3);
    }

    private static SingletonOptions.Builder everyValueChanged() {
        return SingletonOptions.builder()
                .role("backend")
                .placement(Placement.SPREAD)
                .quorum(3)
                .start(false)
                .lease("cp")
                .acquireRetryInterval(Duration.ofSeconds(1))
                .handOverTimeout(Duration.ofSeconds(2))
                .restartOnTermination(false)
                .maxHandOverStateBytes(4)
                .bufferSize(5)
                .outboxCapacity(6)
                .mailboxCapacity(7)
                .askTimeout(Duration.ofSeconds(8))
                .supervisionStrategy(SupervisionStrategy.RESUME)
                .supervisionMaxRestarts(9)
                .supervisionWithin(Duration.ofSeconds(10));
    }

    static Stream<Arguments> faults() {
        Duration negative = Duration.ofMillis(-1);
        return Stream.of(
                fault(b -> b.quorum(-1), "quorum is -1 and must be at least 0"),
                fault(b -> b.acquireRetryInterval(Duration.ZERO), "acquire-retry-interval is PT0S and must be more"),
                fault(b -> b.acquireRetryInterval(negative), "acquire-retry-interval is PT-0.001S and must be more"),
                fault(b -> b.handOverTimeout(Duration.ZERO), "hand-over-timeout is PT0S and must be more than zero"),
                fault(b -> b.maxHandOverStateBytes(0), "max-hand-over-state-bytes is 0 and must be at least 1"),
                fault(b -> b.bufferSize(0), "buffer-size is 0 and must be at least 1"),
                fault(b -> b.outboxCapacity(999), "outbox-capacity is 999 and must be at least buffer-size (1000)"),
                fault(b -> b.mailboxCapacity(0), "mailbox-capacity is 0 and must be at least 1"),
                fault(b -> b.askTimeout(negative), "ask-timeout is PT-0.001S and must be more than zero"),
                fault(b -> b.supervisionMaxRestarts(-1), "supervision.max-restarts is -1 and must be at least 0"),
                fault(b -> b.supervisionWithin(Duration.ZERO), "supervision.within is PT0S and must be more than zero"),
                fault(b -> b.role(" "), "role is empty: name one, or leave it out for none"),
                fault(b -> b.role(null), "role is null: name one, or leave it out for none"),
                fault(b -> b.lease(""), "lease is empty: name one, or leave it out for none"),
                fault(b -> b.placement(null), "placement is null and needs a value"),
                fault(b -> b.supervisionStrategy(null), "supervision.strategy is null and needs a value"),
                fault(b -> b.handOverTimeout(null), "hand-over-timeout is null and needs a value"));
    }

    private static Arguments fault(UnaryOperator<SingletonOptions.Builder> fault, String message) {
        return Arguments.of(message, fault);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    @DisplayName("name the setting, the value and the rule when one is wrong")
    void oneFault(String message, UnaryOperator<SingletonOptions.Builder> fault) {
        assertThatThrownBy(() -> fault.apply(SingletonOptions.builder()).build())
                .isInstanceOf(SingletonConfigurationException.class)
                .hasMessageContaining(message);
    }

    @Test
    @DisplayName("name all that is wrong in one message")
    void allFaults() {
        assertThatThrownBy(() -> SingletonOptions.builder()
                        .quorum(-2)
                        .acquireRetryInterval(Duration.ZERO)
                        .handOverTimeout(Duration.ZERO)
                        .maxHandOverStateBytes(0)
                        .bufferSize(0)
                        .outboxCapacity(0)
                        .mailboxCapacity(-7)
                        .askTimeout(Duration.ZERO)
                        .supervisionMaxRestarts(-1)
                        .supervisionWithin(Duration.ZERO)
                        .build())
                .isInstanceOf(SingletonConfigurationException.class)
                .hasMessageContainingAll(
                        "quorum is -2",
                        "acquire-retry-interval is PT0S",
                        "hand-over-timeout is PT0S",
                        "max-hand-over-state-bytes is 0",
                        "buffer-size is 0",
                        "outbox-capacity is 0",
                        "mailbox-capacity is -7",
                        "ask-timeout is PT0S",
                        "supervision.max-restarts is -1",
                        "supervision.within is PT0S");
    }

    @Test
    @DisplayName("take each bound itself")
    void bounds() {
        SingletonOptions least = SingletonOptions.builder()
                .quorum(0)
                .acquireRetryInterval(Duration.ofNanos(1))
                .handOverTimeout(Duration.ofNanos(1))
                .maxHandOverStateBytes(1)
                .bufferSize(1)
                .outboxCapacity(1)
                .mailboxCapacity(1)
                .askTimeout(Duration.ofNanos(1))
                .supervisionMaxRestarts(0)
                .supervisionWithin(Duration.ofNanos(1))
                .build();
        assertThat(least.outboxCapacity()).isEqualTo(1);
    }
}

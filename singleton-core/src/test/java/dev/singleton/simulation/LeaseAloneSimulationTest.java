package dev.singleton.simulation;

import dev.singleton.SingletonStatus.State;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;

@DisplayName("Whatever happens to a cluster that only the lease protects")
class LeaseAloneSimulationTest extends LayerTest {

    LeaseAloneSimulationTest() {
        super(Layer.LEASE, Stream.concat(ANSWERS.stream(), rounds()).collect(Collectors.toSet()));
    }

    /** Nobody asks anybody to stand down, and nobody answers. */
    private static Stream<String> rounds() {
        return Arrays.stream(State.values())
                .flatMap(state ->
                        Set.of("StandDownAsked", "Confirmed", "Waits").stream().map(event -> state + " " + event));
    }
}

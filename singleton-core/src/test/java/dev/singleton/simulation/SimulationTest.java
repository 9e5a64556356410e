package dev.singleton.simulation;

import java.util.Set;
import org.junit.jupiter.api.DisplayName;

@DisplayName("Whatever happens to a cluster")
class SimulationTest extends LayerTest {

    SimulationTest() {
        super(Layer.HAND_OVER, Set.of("STARTING InstanceStopped"));
    }
}

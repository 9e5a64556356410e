package dev.singleton.simulation;

import org.junit.jupiter.api.DisplayName;

@DisplayName("Whatever happens to a cluster whose nodes need a lease")
class LeaseSimulationTest extends LayerTest {

    LeaseSimulationTest() {
        super(Layer.BOTH, ANSWERS);
    }
}

package dev.singleton.it;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("Under load")
@Timeout(600)
class LoadIT {

    private static final int MESSAGES = 400_000;

    @Test
    @DisplayName(
            "400,000 messages told in a loop without a pause on another node all arrive, in order, with the default settings")
    void loop() {
        try (Cluster cluster = new Cluster("loop", Spec.of("counter").silently())) {
            cluster.start("n1");
            cluster.start("n2");
            cluster.awaitHost("counter", "n1");
            cluster.node("n2").obey("tell", "counter", String.valueOf(MESSAGES), "0");
            String all = "n1#1 " + MESSAGES + " 0";
            cluster.timeLine.await(
                    "all messages, without a fault",
                    () -> cluster.node("n2").obey("ask", "counter").equals(all));
            assertThat(cluster.timeLine.census("counter").deadLetters()).isEmpty();
        }
    }
}

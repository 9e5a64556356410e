package dev.singleton.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.wire.Frame.HostTerms;
import dev.singleton.wire.Frame.Terms;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Two nodes with a singleton of one name")
class AgreementTest {

    private static final Terms HOST = host("Job", "backend", "address", 2, "cp", "hand-over-timeout=PT10S");

    private static Terms host(String type, String role, String placement, int quorum, String lease, String... timings) {
        return new Terms(type, role, Optional.of(new HostTerms(placement, quorum, lease, List.of(timings))));
    }

    private static Terms client(String type, String role) {
        return new Terms(type, role, Optional.empty());
    }

    private static Agreement between(Terms here, Terms there) {
        assertThat(Agreement.of(here, there).compatible())
                .as("both nodes judge alike")
                .isEqualTo(Agreement.of(there, here).compatible());
        return Agreement.of(here, there);
    }

    @Test
    @DisplayName("agree when all is equal")
    void equal() {
        Agreement agreement = between(HOST, host("Job", "backend", "address", 2, "cp", "hand-over-timeout=PT10S"));
        assertThat(agreement.compatible()).isTrue();
        assertThat(agreement.notable()).isEmpty();
    }

    @Test
    @DisplayName("do not agree when the message types differ, hosts or not")
    void messageType() {
        assertThat(between(HOST, client("Task", "")).incompatible())
                .isEqualTo("message type is 'Job' here and 'Task' there");
        assertThat(between(client("Job", ""), client("Task", "")).compatible()).isFalse();
    }

    @Test
    @DisplayName("do not agree when role, placement, quorum or lease of two hosts differ; all of it is named at once")
    void hosts() {
        assertThat(between(HOST, host("Job", "web", "spread", 3, "none")).incompatible())
                .isEqualTo("role is 'backend' here and 'web' there; placement is 'address' here and 'spread' there; "
                        + "quorum is '2' here and '3' there; lease is 'cp' here and 'none' there");
        assertThat(between(HOST, host("Job", "", "address", 2, "cp")).incompatible())
                .isEqualTo("role is 'backend' here and '' there");
    }

    @Test
    @DisplayName("agree when one of them only references it and does not state the role")
    void clientWithoutRole() {
        assertThat(between(HOST, client("Job", "")).compatible()).isTrue();
        assertThat(between(client("Job", "backend"), client("Job", "")).compatible())
                .isTrue();
    }

    @Test
    @DisplayName("do not agree when one only references it and states another role")
    void clientWithWrongRole() {
        assertThat(between(HOST, client("Job", "web")).incompatible())
                .isEqualTo("role is 'backend' here and 'web' there");
        assertThat(between(client("Job", "web"), host("Job", "", "address", 0, "none"))
                        .compatible())
                .isFalse();
    }

    @Test
    @DisplayName("agree when timings differ, and the difference is named, so that a rolling change goes on")
    void timings() {
        Terms mine = host("Job", "", "address", 0, "none", "a=1", "ab=2", "b=3", "only-here=1");
        Terms theirs = host("Job", "", "address", 0, "none", "only-there=1", "b=3", "ab=5", "a=4");
        Agreement agreement = between(mine, theirs);
        assertThat(agreement.compatible()).isTrue();
        assertThat(agreement.notable()).isEqualTo("a=1 here and a=4 there; ab=2 here and ab=5 there");
    }

    @Test
    @DisplayName("say what differs in a text that stays short, whatever the other one says")
    void shortText() {
        String endless = "\uD83D\uDE00".repeat(30_000);
        Terms theirs = host("Job", "", "address", 0, "x" + endless, "a=" + endless);
        Agreement agreement = between(host("Job", "", "address", 0, "cp", "a=1"), theirs);
        assertThat(agreement.incompatible()).hasSizeLessThan(300).endsWith("\uDE00...' there");
        assertThat(agreement.notable()).hasSizeLessThan(300);
    }
}

package dev.singleton.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.wire.Frame.HostTerms;
import dev.singleton.wire.Frame.Terms;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What two nodes disagree on")
class AgreementTest {

    private static Terms terms(String lease, String timing) {
        return new Terms("Job", "", Optional.of(new HostTerms("address", 0, lease, List.of(timing))));
    }

    @Test
    @DisplayName("is told with both values")
    void bothValues() {
        Agreement agreement = Agreement.of(terms("cp", "a=1"), terms("", "a=2"));
        assertThat(agreement.incompatible()).isEqualTo("lease is 'cp' here and '' there");
        assertThat(agreement.notable()).isEqualTo("a=1 here and a=2 there");
    }

    @Test
    @DisplayName("is told in a text that stays short, whatever the other node says")
    void shortText() {
        String long60000 = "\uD83D\uDE00".repeat(30_000);
        Agreement agreement = Agreement.of(terms("cp", "a=1"), terms("x" + long60000, "a=" + long60000));
        assertThat(agreement.incompatible()).hasSizeLessThan(300).endsWith("\uDE00...' there");
        assertThat(agreement.notable()).hasSizeLessThan(300);
    }
}

package dev.singleton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The key of a singleton")
class SingletonKeyTest {

    @ParameterizedTest
    @ValueSource(strings = {"a", "z9", "job-scheduler", "a-", "a--b", "x0-1-2"})
    @DisplayName("takes names of lower-case letters, digits and hyphens that begin with a letter")
    void goodNames(String name) {
        assertThat(SingletonKey.of(name, String.class).typeName()).isEqualTo(name);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " ", "A", "jobS", "1a", "-a", "a b", "a_b", "a.b", "a\n", "\u00e9t\u00e9", "job/x"})
    @DisplayName("refuses any other name, quoting it and the rule")
    void badNames(String name) {
        assertThatThrownBy(() -> SingletonKey.of(name, String.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + name + "'")
                .hasMessageContaining("[a-z][a-z0-9-]*");
    }

    @Test
    @DisplayName("takes a name of 255 characters and no longer one")
    void longNames() {
        assertThat(SingletonKey.of("n".repeat(255), String.class).typeName()).hasSize(255);
        assertThatThrownBy(() -> SingletonKey.of("n".repeat(256), String.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("256 characters")
                .hasMessageContaining("255");
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "  "})
    @DisplayName("refuses an empty role, and says how to have none")
    void badRoles(String role) {
        assertThatThrownBy(() -> SingletonKey.of("jobs", String.class, role))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'jobs'")
                .hasMessageContaining("SingletonKey.of(name, messageType) for none");
    }

    @Test
    @DisplayName("refuses a missing message type, and a missing role by way of the constructor")
    @SuppressWarnings("DataFlowIssue")
    void nulls() {
        assertThatThrownBy(() -> SingletonKey.of("jobs", null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'jobs' needs a message type");
        assertThatThrownBy(() -> new SingletonKey<>("jobs", String.class, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("role of singleton 'jobs' is null");
    }

    @Test
    @DisplayName("equals every key of its name, whatever the message type and the role")
    void equality() {
        SingletonKey<?> plain = SingletonKey.of("jobs", String.class);
        SingletonKey<?> other = SingletonKey.of("jobs", Integer.class, "backend");
        assertThat(plain.equals(other)).isTrue();
        assertThat(other.equals(plain)).isTrue();
        assertThat(plain).hasSameHashCodeAs(other).isNotEqualTo(SingletonKey.of("job", String.class));
        assertThat(plain.equals((Object) "jobs")).isFalse();
    }

    @Test
    @DisplayName("reads as its name, with its role when it has one")
    void text() {
        assertThat(SingletonKey.of("jobs", String.class)).hasToString("jobs");
        assertThat(SingletonKey.of("jobs", String.class, "backend")).hasToString("jobs@backend");
        assertThat(SingletonKey.of("jobs", String.class).role()).isEmpty();
    }
}

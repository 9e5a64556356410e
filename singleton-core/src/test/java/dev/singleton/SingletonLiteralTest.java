package dev.singleton;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The literal of the qualifier")
class SingletonLiteralTest {

    @Singleton("jobs")
    private static final class Jobs {}

    @Singleton(value = "jobs", role = "backend")
    private static final class BackendJobs {}

    private static Singleton on(Class<?> type) {
        return type.getAnnotation(Singleton.class);
    }

    private static void same(Singleton real, Singleton literal) {
        assertThat(literal.equals(real)).isTrue();
        assertThat(real.equals(literal)).isTrue();
        assertThat(literal.hashCode()).isEqualTo(real.hashCode());
    }

    @Test
    @DisplayName("equals the real annotation with the same values, both ways, and has its hash code")
    void equal() {
        same(on(Jobs.class), Singleton.Literal.of("jobs"));
        same(on(BackendJobs.class), new Singleton.Literal("jobs", "backend"));
        assertThat(Singleton.Literal.of("jobs").annotationType()).isEqualTo(Singleton.class);
    }

    @Test
    @DisplayName("differs from one with another name or role, and from anything else")
    void different() {
        assertThat((Object) Singleton.Literal.of("job")).isNotEqualTo(on(Jobs.class));
        assertThat((Object) on(Jobs.class)).isNotEqualTo(Singleton.Literal.of("job"));
        assertThat((Object) on(BackendJobs.class)).isNotEqualTo(Singleton.Literal.of("jobs"));
        assertThat((Object) Singleton.Literal.of("jobs")).isNotEqualTo(on(BackendJobs.class));
        assertThat((Object) Singleton.Literal.of("jobs")).isNotEqualTo("jobs");
    }
}

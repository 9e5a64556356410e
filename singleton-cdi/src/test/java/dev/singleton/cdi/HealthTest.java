package dev.singleton.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.Proxy;
import dev.singleton.Singleton;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.inject.Inject;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.eclipse.microprofile.health.Readiness.Literal;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The readiness check cluster-singletons")
class HealthTest {

    record Job(String id) {}

    @ApplicationScoped
    static class Client {
        @Inject
        @Singleton("mails")
        Proxy<Job> mails;
    }

    private final FakeNode node = new FakeNode();

    @Test
    void isThereOnceAndUpOnAStandby() {
        try (Deployment.Running application = Deployment.on(node, Client.class).start()) {
            HealthCheckResponse response = check(application);
            assertThat(response.getName()).isEqualTo("cluster-singletons");
            assertThat(response.getStatus()).isEqualTo(Status.UP);
            assertThat(response.getData().orElseThrow()).containsEntry("joined", true);
        }
    }

    @Test
    void isDownOnceTheNodeHasLeft() {
        try (Deployment.Running application = Deployment.on(node, Client.class).start()) {
            node.close();
            assertThat(check(application).getStatus()).isEqualTo(Status.DOWN);
        }
    }

    @Test
    void isUpAndSaysSoWhenTheNodeIsSwitchedOff() {
        try (Deployment.Running application = Deployment.on(node, Client.class)
                .with("singleton.enabled", "false")
                .start()) {
            HealthCheckResponse response = check(application);
            assertThat(response.getStatus()).isEqualTo(Status.UP);
            assertThat(response.getData().orElseThrow()).containsEntry("enabled", false);
        }
    }

    @Test
    void isNotThereWhenItIsSwitchedOff() {
        try (Deployment.Running application = Deployment.on(node, Client.class)
                .with("singleton.health.enabled", "false")
                .start()) {
            assertThat(application
                            .container()
                            .select(HealthCheck.class, Any.Literal.INSTANCE)
                            .isUnsatisfied())
                    .isTrue();
        }
    }

    private static HealthCheckResponse check(Deployment.Running application) {
        return application
                .container()
                .select(HealthCheck.class, Literal.INSTANCE)
                .get()
                .call();
    }
}

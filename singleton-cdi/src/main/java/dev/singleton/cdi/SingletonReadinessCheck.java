package dev.singleton.cdi;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;

/**
 * The readiness check {@code cluster-singletons}; it reads local state and answers at once. The only class that knows
 * MicroProfile Health: without it the container leaves this class out.
 */
@org.eclipse.microprofile.health.Readiness
@Dependent
class SingletonReadinessCheck implements HealthCheck, Reporter {

    private final Readiness.Source source;

    @Inject
    SingletonReadinessCheck(Readiness.Source source) {
        this.source = source;
    }

    @Override
    public HealthCheckResponse call() {
        Readiness readiness = source.now();
        HealthCheckResponseBuilder response =
                HealthCheckResponse.named(Readiness.CHECK).status(readiness.up());
        readiness.data().forEach((key, value) -> put(response, key, value));
        return response.build();
    }

    private static void put(HealthCheckResponseBuilder response, String key, Object value) {
        if (value instanceof Boolean flag) {
            response.withData(key, flag);
        } else if (value instanceof Long number) {
            response.withData(key, number);
        } else {
            response.withData(key, value.toString());
        }
    }
}

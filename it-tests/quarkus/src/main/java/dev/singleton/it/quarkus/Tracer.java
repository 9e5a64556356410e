package dev.singleton.it.quarkus;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;

/** The interceptor of {@link Traced}. */
@Traced
@Interceptor
@Priority(Interceptor.Priority.APPLICATION)
public class Tracer {

    @Inject
    Traces traces;

    @AroundInvoke
    Object count(InvocationContext call) throws Exception {
        traces.add();
        return call.proceed();
    }
}

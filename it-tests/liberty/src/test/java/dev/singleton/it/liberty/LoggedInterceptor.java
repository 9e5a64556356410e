package dev.singleton.it.liberty;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;

/** Notes the call of each business method. */
@Logged
@Interceptor
@Priority(Interceptor.Priority.APPLICATION)
public class LoggedInterceptor {

    @Inject
    CallLog log;

    @AroundInvoke
    Object note(InvocationContext call) throws Exception {
        log.add("interceptor " + call.getMethod().getName());
        return call.proceed();
    }
}

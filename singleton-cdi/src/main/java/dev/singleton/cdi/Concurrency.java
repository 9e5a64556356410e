package dev.singleton.cdi;

import jakarta.enterprise.concurrent.ContextService;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** The only class that knows Jakarta Concurrency and naming: it is not loaded, or fails to, where they are missing. */
@SuppressWarnings("BanJNDI") // fixed names of the server's own services, no input
final class Concurrency {

    private Concurrency() {}

    /** Runs tasks on the calling thread in the context that this thread has now. */
    static Executor currentContext() throws NamingException {
        ContextService service = InitialContext.doLookup("java:comp/DefaultContextService");
        return service.currentContextExecutor();
    }

    /** Makes threads that the server knows. */
    static ThreadFactory threads() throws NamingException {
        return InitialContext.doLookup("java:comp/DefaultManagedThreadFactory");
    }
}

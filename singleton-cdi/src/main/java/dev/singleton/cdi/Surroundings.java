package dev.singleton.cdi;

import jakarta.enterprise.context.control.RequestContextController;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanContainer;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * What every call into the application runs in: the application's class loader, its naming context where the container
 * has one, and a request context that begins and ends with the call. Safe for any thread.
 */
final class Surroundings {

    private final BeanContainer container;
    private final Bean<RequestContextController> requests;
    private final ClassLoader loader;
    private final Executor naming;

    /** @param naming runs a task at once, on the calling thread, in the naming context of the application */
    Surroundings(BeanContainer container, ClassLoader loader, Executor naming) {
        this.container = container;
        this.requests = controller(container);
        this.loader = loader;
        this.naming = naming;
    }

    @SuppressWarnings("unchecked") // resolved by that very type
    private static Bean<RequestContextController> controller(BeanContainer container) {
        return (Bean<RequestContextController>) container.resolve(container.getBeans(RequestContextController.class));
    }

    /** Makes the call and hands its result or its exception on. */
    <T extends @Nullable Object> T call(Callable<T> call) throws Exception {
        Outcome<T> outcome = new Outcome<>();
        naming.execute(() -> outcome.of(() -> inClassLoader(call)));
        return outcome.get();
    }

    private <T extends @Nullable Object> T inClassLoader(Callable<T> call) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return inRequest(call);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private <T extends @Nullable Object> T inRequest(Callable<T> call) throws Exception {
        CreationalContext<RequestContextController> creation = container.createCreationalContext(requests);
        RequestContextController controller =
                (RequestContextController) container.getReference(requests, RequestContextController.class, creation);
        // False when the thread is in a request already; that one is not ours to end.
        boolean begun = controller.activate();
        try {
            return call.call();
        } finally {
            if (begun) {
                controller.deactivate();
            }
            creation.release();
        }
    }

    /** Carries a result, an exception or an error out of a task that can hand on none of them. */
    private static final class Outcome<T extends @Nullable Object> {

        private @Nullable Callable<T> result;

        void of(Callable<T> call) {
            try {
                T value = call.call();
                result = () -> value;
            } catch (Exception failure) {
                result = () -> {
                    throw failure;
                };
            } catch (Error failure) {
                result = () -> {
                    throw failure;
                };
            }
        }

        T get() throws Exception {
            if (result == null) {
                throw new IllegalStateException(
                        "The container's context executor did not run a task at once, which it must");
            }
            return result.call();
        }
    }
}

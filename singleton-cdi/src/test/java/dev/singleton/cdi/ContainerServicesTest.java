package dev.singleton.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.Singleton;
import dev.singleton.SingletonActor;
import dev.singleton.SingletonContext;
import jakarta.enterprise.concurrent.ContextService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Hashtable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.spi.InitialContextFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("On a server with Jakarta Concurrency")
class ContainerServicesTest {

    private static final ThreadLocal<String> APPLICATION = new ThreadLocal<>();

    record Job(String id) {}

    @Singleton("jobs")
    static class Jobs implements SingletonActor<Job> {
        @Override
        public void receive(Job message, SingletonContext<Job> context) {
            context.reply(message.id() + " in " + APPLICATION.get());
        }
    }

    @TempDir
    Path server;

    @Test
    void messagesAreHandledInTheNamingContextOfTheApplication() throws Exception {
        FakeNode node = new FakeNode();
        try (Deployment.Running application =
                Deployment.on(node, Jobs.class).within(this::serverLoader).start()) {
            assertThat(application.container().isRunning()).isTrue();
            node.host("jobs");
            CompletableFuture<String> reply =
                    node.<Job>handle("jobs").ask(new Job("1"), String.class).toCompletableFuture();
            assertThat(reply).isCompletedWithValue("1 in the application");
            assertThat(APPLICATION.get()).isNull();
        }
    }

    @Test
    void theNodeRunsOnThreadsOfTheServer() throws Exception {
        ContainerServices services = inServer();
        CompletableFuture<String> thread = new CompletableFuture<>();
        services.executor().execute(() -> thread.complete(Thread.currentThread().getName()));
        assertThat(thread.get(10, TimeUnit.SECONDS)).isEqualTo("server thread");
        services.close();
    }

    @Test
    void tasksThatComeAfterTheEndStillRun() throws Exception {
        ContainerServices services = inServer();
        services.close();
        CompletableFuture<String> thread = new CompletableFuture<>();
        services.executor().execute(() -> thread.complete(Thread.currentThread().getName()));
        assertThat(thread.get(10, TimeUnit.SECONDS)).isEqualTo("singleton-worker");
    }

    @Test
    void withoutItThreadsArePlainAndTasksRunWhereTheyAre() throws Exception {
        ContainerServices services = ContainerServices.find();
        Thread[] ran = new Thread[1];
        services.naming().execute(() -> ran[0] = Thread.currentThread());
        assertThat(ran[0]).isSameAs(Thread.currentThread());
        CompletableFuture<Boolean> daemon = new CompletableFuture<>();
        services.executor().execute(() -> daemon.complete(Thread.currentThread().isDaemon()));
        assertThat(daemon.get(10, TimeUnit.SECONDS)).isTrue();
        services.close();
    }

    private ContainerServices inServer() {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(serverLoader(before));
        try {
            return ContainerServices.find();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** A class loader by which naming works, as it does in a server. */
    private ClassLoader serverLoader(ClassLoader parent) {
        try {
            Path properties = server.resolve("jndi.properties");
            Files.writeString(properties, Context.INITIAL_CONTEXT_FACTORY + "=" + Naming.class.getName());
            return new URLClassLoader(new URL[] {server.toUri().toURL()}, parent);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The names that a server gives to an application. */
    public static final class Naming implements InitialContextFactory {

        @Override
        public Context getInitialContext(Hashtable<?, ?> environment) throws NamingException {
            return new InitialContext(true) {
                @Override
                public Object lookup(String name) throws NamingException {
                    return switch (name) {
                        case "java:comp/DefaultContextService" -> contextService();
                        case "java:comp/DefaultManagedThreadFactory" -> threads();
                        default -> throw new NameNotFoundException(name);
                    };
                }
            };
        }

        private static Object threads() {
            ThreadFactory factory = task -> new Thread(task, "server thread");
            return factory;
        }

        private static Object contextService() {
            Executor inApplication = task -> {
                APPLICATION.set("the application");
                try {
                    task.run();
                } finally {
                    APPLICATION.remove();
                }
            };
            return java.lang.reflect.Proxy.newProxyInstance(
                    ContextService.class.getClassLoader(),
                    new Class<?>[] {ContextService.class},
                    (self, method, arguments) -> inApplication);
        }
    }
}

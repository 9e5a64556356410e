package dev.singleton.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.singleton.Singleton;
import dev.singleton.SingletonActor;
import dev.singleton.SingletonContext;
import dev.singleton.StopReason;
import dev.singleton.WarmHandOver;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Priority;
import jakarta.decorator.Decorator;
import jakarta.decorator.Delegate;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.inject.Any;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InterceptorBinding;
import jakarta.interceptor.InvocationContext;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("An actor")
class ActorLifeTest {

    record Job(String id) {}

    @InterceptorBinding
    @Retention(RetentionPolicy.RUNTIME)
    @interface Traced {}

    @ApplicationScoped
    static class Log {
        private final List<String> lines = new ArrayList<>();

        void add(String line) {
            lines.add(line);
        }

        List<String> lines() {
            return List.copyOf(lines);
        }
    }

    @Traced
    @Interceptor
    @Priority(Interceptor.Priority.APPLICATION)
    static class Tracer {
        @Inject
        Log log;

        @AroundInvoke
        Object trace(InvocationContext call) throws Exception {
            log.add("before " + call.getMethod().getName());
            try {
                return call.proceed();
            } finally {
                log.add("after " + call.getMethod().getName());
            }
        }
    }

    @Decorator
    @Priority(Interceptor.Priority.APPLICATION)
    abstract static class Decorating implements SingletonActor<Job> {
        @Inject
        @Delegate
        @Any
        SingletonActor<Job> delegate;

        @Inject
        Log log;

        @Override
        public void receive(Job message, SingletonContext<Job> context) throws Exception {
            log.add("decorated");
            delegate.receive(message, context);
        }
    }

    @RequestScoped
    static class Request {
        @Inject
        Log log;

        private int uses;

        int use() {
            return ++uses;
        }

        @PreDestroy
        void end() {
            log.add("request ends");
        }
    }

    @Dependent
    static class Helper {
        @Inject
        Log log;

        @PreDestroy
        void end() {
            log.add("helper ends");
        }
    }

    @Singleton("jobs")
    static class Jobs implements SingletonActor<Job> {
        @Inject
        Log log;

        @Inject
        Request request;

        @Inject
        Helper helper;

        @PostConstruct
        void made() {
            log.add("made with " + helper.getClass().getSimpleName());
        }

        @Override
        @Traced
        public void receive(Job message, SingletonContext<Job> context) throws Exception {
            if (message.id().equals("bad")) {
                throw new IllegalStateException("a bad job");
            }
            log.add("received " + message.id() + ", use " + request.use() + " of its request");
            context.reply(Thread.currentThread().getContextClassLoader());
        }

        @Override
        public void preStart(SingletonContext<Job> context) {
            log.add("started");
        }

        @Override
        public void postStop(SingletonContext<Job> context) {
            log.add("stopped " + context.stopReason().orElseThrow());
        }

        @PreDestroy
        void gone() {
            log.add("gone");
        }
    }

    @Singleton("failing")
    static class Failing extends Jobs {
        @Override
        public void preStart(SingletonContext<Job> context) {
            throw new IllegalStateException("no start");
        }
    }

    @Singleton("warm")
    static class Warm extends Jobs implements WarmHandOver {
        private String state = "cold";

        @Override
        public void preStart(SingletonContext<Job> context) {
            log.add("started " + state);
        }

        @Override
        public byte[] serializeForHandOver() {
            log.add("serialized");
            return "warm".getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public void restoreFromHandOver(byte[] handedOver) {
            state = new String(handedOver, StandardCharsets.UTF_8);
            if (state.equals("broken")) {
                throw new IllegalArgumentException("state is broken");
            }
        }
    }

    private final FakeNode node = new FakeNode();
    private Deployment.Running application;

    @BeforeEach
    void deploy() {
        application = Deployment.on(
                        node,
                        Log.class,
                        Tracer.class,
                        Decorating.class,
                        Request.class,
                        Helper.class,
                        Jobs.class,
                        Failing.class,
                        Warm.class)
                .start();
    }

    @AfterEach
    void undeploy() {
        application.close();
    }

    @Test
    void isMadeByTheContainerOnTheHostOnlyAndDestroyedAfterItsStop() throws Exception {
        assertThat(log()).isEmpty();
        node.host("jobs");
        node.handle("jobs").tell(new Job("1"));
        node.stop("jobs", StopReason.MOVED);
        assertThat(log())
                .containsExactly(
                        "made with Helper",
                        "started",
                        "before receive",
                        "decorated",
                        "received 1, use 1 of its request",
                        "after receive",
                        "request ends",
                        "stopped MOVED",
                        "gone",
                        "helper ends");
    }

    @Test
    void isANewObjectAtEachActivation() throws Exception {
        node.host("jobs");
        node.stop("jobs", StopReason.MOVED);
        node.host("jobs");
        assertThat(log().stream().filter("made with Helper"::equals)).hasSize(2);
    }

    @Test
    void handlesEachMessageInARequestOfItsOwn() throws Exception {
        node.host("jobs");
        node.handle("jobs").tell(new Job("1"));
        node.handle("jobs").tell(new Job("2"));
        assertThat(log())
                .contains("received 1, use 1 of its request", "received 2, use 1 of its request")
                .filteredOn("request ends"::equals)
                .hasSize(2);
    }

    @Test
    void seesTheClassLoaderOfTheApplication() throws Exception {
        node.host("jobs");
        ClassLoader seen = node.<Job>handle("jobs")
                .ask(new Job("1"), ClassLoader.class)
                .toCompletableFuture()
                .join();
        assertThat(seen).isSameAs(application.loader());
        assertThat(Thread.currentThread().getContextClassLoader()).isNotSameAs(application.loader());
    }

    @Test
    void thatThrowsIsHeardAsItIsAndItsRequestEnds() throws Exception {
        node.host("jobs");
        assertThatThrownBy(() -> node.<Job>handle("jobs")
                        .ask(new Job("bad"), String.class)
                        .toCompletableFuture()
                        .join())
                .isInstanceOf(CompletionException.class)
                .hasRootCauseInstanceOf(IllegalStateException.class)
                .hasRootCauseMessage("a bad job");
        node.handle("jobs").tell(new Job("2"));
        assertThat(log()).contains("received 2, use 1 of its request");
    }

    @Test
    void thatFailsToStartIsDestroyedAtOnce() {
        assertThatThrownBy(() -> node.host("failing"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no start");
        assertThat(log()).containsExactly("made with Helper", "gone", "helper ends");
    }

    @Test
    void withWarmStateGivesItOnceAndIsDestroyedOnlyThen() throws Exception {
        node.host("warm");
        WarmHandOver warm = (WarmHandOver) node.<Job>handle("warm").instance;
        node.stop("warm", StopReason.MOVED);
        assertThat(log())
                .containsExactly(
                        "made with Helper", "started cold", "stopped MOVED", "serialized", "gone", "helper ends");
        assertThat(warm.serializeForHandOver()).asString().isEqualTo("warm");
    }

    @Test
    void withWarmStateKeepsItToItselfWhenTheStopWasNotPlanned() throws Exception {
        node.host("warm");
        WarmHandOver warm = (WarmHandOver) node.<Job>handle("warm").instance;
        node.stop("warm", StopReason.LEASE_LOST);
        assertThat(log()).doesNotContain("serialized").contains("gone");
        assertThat(warm.serializeForHandOver()).isNull();
    }

    @Test
    void whoseRestoreFailsMakesRoomForAFreshOne() throws Exception {
        SingletonActor<?> instance = node.started.get("warm").actor().get();
        WarmHandOver warm = (WarmHandOver) instance;
        assertThatThrownBy(() -> warm.restoreFromHandOver("broken".getBytes(StandardCharsets.UTF_8)))
                .hasMessage("state is broken");
        instance.preStart(null);
        assertThat(log())
                .containsExactly("made with Helper", "gone", "helper ends", "made with Helper", "started cold");
    }

    @Test
    void withoutWarmStateHidesNothingOfTheKind() throws Exception {
        node.host("jobs");
        assertThat(node.<Job>handle("jobs").instance).isNotInstanceOf(WarmHandOver.class);
    }

    private List<String> log() {
        return application.get(Log.class).lines();
    }
}

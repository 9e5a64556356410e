package dev.singleton.cdi;

import dev.singleton.Singleton;
import dev.singleton.SingletonActor;
import dev.singleton.SingletonContext;
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

/** Actors that write down what happens to them, with what the container puts around them. */
final class Actors {

    private Actors() {}

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

    /** All of it in one application. */
    static final Class<?>[] BEANS = {
        Log.class, Tracer.class, Decorating.class, Request.class, Helper.class, Jobs.class, Failing.class, Warm.class
    };

    static Deployment deployment(FakeNode node) {
        return Deployment.on(node, BEANS);
    }
}

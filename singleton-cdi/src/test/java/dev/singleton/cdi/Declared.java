package dev.singleton.cdi;

import dev.singleton.Proxy;
import dev.singleton.Singleton;
import dev.singleton.SingletonActor;
import dev.singleton.SingletonContext;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Provider;
import jakarta.inject.Qualifier;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** What applications may declare, rightly and wrongly. */
final class Declared {

    private Declared() {}

    record Job(String id) {}

    record Mail(String to) {}

    record Unsendable(Thread thread) {}

    @Singleton("jobs")
    static class Jobs implements SingletonActor<Job> {
        @Override
        public void receive(Job message, SingletonContext<Job> context) {}
    }

    @Singleton("jobs")
    static class OtherJobs extends Jobs {}

    @Singleton(value = "billing", role = "backend")
    static class Billing extends Jobs {}

    @Singleton("plain")
    static class NoActor {}

    @Singleton("open")
    static class OpenActor<M> implements SingletonActor<M> {
        @Override
        public void receive(M message, SingletonContext<M> context) {}
    }

    @Singleton("abstract")
    abstract static class AbstractActor extends Jobs {}

    @Singleton("Bad_Name")
    static class BadName extends Jobs {}

    @Singleton(value = "jobs", role = " ")
    static class BlankRole extends Jobs {}

    @Singleton("unsendable")
    static class Sends implements SingletonActor<Unsendable> {
        @Override
        public void receive(Unsendable message, SingletonContext<Unsendable> context) {}
    }

    @Qualifier
    @Retention(RetentionPolicy.RUNTIME)
    @interface Mine {}

    @SuppressWarnings({"rawtypes", "unused"})
    static class Holder<T> {
        @Singleton("jobs")
        Proxy<Job> jobs;

        @Singleton("jobs")
        Instance<Proxy<Job>> instance;

        @Singleton("jobs")
        Provider<Proxy<Job>> provider;

        @Any
        Instance<Proxy<Job>> selects;

        @Mine
        Proxy<Job> mine;

        @Singleton("jobs")
        Proxy<Mail> mails;

        @Singleton(value = "billing", role = "front")
        Proxy<Job> frontBilling;

        @Singleton("billing")
        Proxy<Job> billing;

        @Singleton("jobs")
        Proxy raw;

        @Singleton("jobs")
        Proxy<T> open;

        @Singleton("jobs")
        Proxy<? extends Job> wildcard;

        Proxy<Job> unnamed;
        Instance<Proxy<Job>> unnamedInstance;

        @jakarta.inject.Singleton
        Proxy<Job> wrongImport;

        @Singleton("9lives")
        Proxy<Job> badName;

        Jobs actor;

        @Singleton("jobs")
        SingletonActor<Job> actorByName;

        SingletonActor<Job> somebodysActor;
    }
}

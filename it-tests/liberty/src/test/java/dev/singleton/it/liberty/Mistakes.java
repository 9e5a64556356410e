package dev.singleton.it.liberty;

import dev.singleton.Proxy;
import dev.singleton.Singleton;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;

/** Classes with one mistake each, and the words by which the server tells of it. */
final class Mistakes {

    private Mistakes() {}

    /** A second class for a name that has one. */
    @Singleton("job-scheduler")
    static class SecondScheduler extends Scheduling {}

    @Singleton("Bad_Name")
    static class BadName extends Scheduling {}

    @Dependent
    static class OtherMessages {
        @Inject
        @Singleton("twins")
        Proxy<String> texts;

        @Inject
        @Singleton("twins")
        Proxy<JobCommand> commands;
    }

    @Dependent
    static class RawProxy {
        @Inject
        @Singleton("job-scheduler")
        @SuppressWarnings("rawtypes")
        Proxy scheduler;
    }

    @Dependent
    static class NoName {
        @Inject
        Proxy<JobCommand> scheduler;
    }

    @Dependent
    static class OtherSingleton {
        @Inject
        @jakarta.inject.Singleton
        Proxy<JobCommand> scheduler;
    }

    @Dependent
    static class TheActorItself {
        @Inject
        JobScheduler scheduler;
    }

    @Dependent
    static class CannotTravel {
        @Inject
        @Singleton("threads")
        Proxy<Thread> threads;
    }

    @Dependent
    static class WrongInTheApplication {
        @Inject
        @Singleton("wrong-in-the-application")
        Proxy<JobCommand> scheduler;
    }

    @Dependent
    static class WrongInTheEnvironment {
        @Inject
        @Singleton("wrong-in-the-environment")
        Proxy<JobCommand> scheduler;
    }

    /** No mistake: another node may have the class, or none has it yet. */
    @Dependent
    static class NobodyHosts {
        @Inject
        @Singleton("elsewhere")
        Proxy<JobCommand> scheduler;
    }
}

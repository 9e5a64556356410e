package dev.singleton.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.DeadLetterReason;
import dev.singleton.Singleton;
import dev.singleton.SingletonEvent;
import dev.singleton.SingletonKey;
import dev.singleton.StopReason;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What happens to singletons")
class EventsTest {

    private static final SingletonKey<String> JOBS = SingletonKey.of("jobs", String.class);
    private static final SingletonKey<String> MAILS = SingletonKey.of("mails", String.class);

    @ApplicationScoped
    static class Observer {
        private final List<SingletonEvent> all = new ArrayList<>();
        private final List<SingletonEvent> jobs = new ArrayList<>();
        private final List<SingletonEvent.DeadLetter> deadJobs = new ArrayList<>();
        private final List<ClassLoader> loaders = new ArrayList<>();

        void everything(@Observes SingletonEvent event) {
            all.add(event);
            loaders.add(Thread.currentThread().getContextClassLoader());
        }

        void jobs(@Observes @Singleton("jobs") SingletonEvent event) {
            jobs.add(event);
        }

        void deadJobs(@Observes @Singleton(value = "jobs", role = "whatever") SingletonEvent.DeadLetter event) {
            deadJobs.add(event);
        }

        List<SingletonEvent> all() {
            return all;
        }

        List<SingletonEvent> jobs() {
            return jobs;
        }

        List<SingletonEvent.DeadLetter> deadJobs() {
            return deadJobs;
        }

        List<ClassLoader> loaders() {
            return loaders;
        }
    }

    @Test
    void isObservedByNameAndByKindInTheApplicationsClassLoader() {
        FakeNode node = new FakeNode();
        try (Deployment.Running application =
                Deployment.on(node, Observer.class).start()) {
            SingletonEvent started = new SingletonEvent.InstanceStarted(JOBS);
            SingletonEvent stopped = new SingletonEvent.InstanceStopped(MAILS, StopReason.MOVED);
            SingletonEvent.DeadLetter dead = new SingletonEvent.DeadLetter(JOBS, "42", DeadLetterReason.OUTBOX_FULL);
            node.fire(started);
            node.fire(stopped);
            node.fire(dead);
            Observer observer = application.get(Observer.class);
            assertThat(observer.all()).containsExactly(started, stopped, dead);
            assertThat(observer.jobs()).containsExactly(started, dead);
            assertThat(observer.deadJobs()).containsExactly(dead);
            assertThat(observer.loaders()).containsOnly(application.loader());
        }
    }
}

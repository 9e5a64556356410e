package dev.singleton.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import dev.singleton.Proxy;
import dev.singleton.Singleton;
import dev.singleton.SingletonActor;
import dev.singleton.SingletonContext;
import dev.singleton.hazelcast.EmbeddedMember;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.inject.Inject;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The Hazelcast member of an application")
class EmbeddingTest {

    record Job(String id) {}

    record Done(String id, String thread) {}

    @Singleton("jobs")
    static class Jobs implements SingletonActor<Job> {
        @Override
        public void receive(Job message, SingletonContext<Job> context) {
            context.reply(new Done(message.id(), Thread.currentThread().getName()));
        }
    }

    @ApplicationScoped
    static class Client {
        @Inject
        @Singleton("jobs")
        Proxy<Job> jobs;

        Done ask(String id) throws Exception {
            return jobs.ask(new Job(id), Done.class).toCompletableFuture().get(30, TimeUnit.SECONDS);
        }

        int port() {
            Await.until("somebody hosts", () -> jobs.owner().isPresent());
            return jobs.owner().orElseThrow().address().getPort();
        }
    }

    /** The application's own member, behind a client proxy of the container. */
    @ApplicationScoped
    static class OwnMember {
        private static HazelcastInstance instance;

        @Produces
        @ApplicationScoped
        HazelcastInstance member() {
            return instance;
        }
    }

    @Test
    void isStartedWithItAndEndsWithItAndLeavesNoThreadBehind() throws Exception {
        deployAndUndeploy(); // what the first use leaves for good: pools of the JDK, timers of Hazelcast's utilities
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        deployAndUndeploy();
        Await.until("no thread is left", () -> added(before).isEmpty());
    }

    @Test
    void thatHasEndedFromOutsideLeavesNothingBehindWhenTheApplicationStopsBeforeAnotherOneIsThere() throws Exception {
        deployAndUndeploy();
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        Cluster cluster = Cluster.of(1);
        try (Deployment.Running application =
                cluster.node(0, Jobs.class, Client.class).start()) {
            assertThat(application.get(Client.class).ask("1").id()).isEqualTo("1");
            membersOf(cluster).forEach(member -> member.getLifecycleService().terminate());
        }
        assertThat(membersOf(cluster)).isEmpty();
        Await.until("no thread is left", () -> added(before).isEmpty());
    }

    @Test
    void pinsNoClassLoaderOfTwentyDeployments() throws Exception {
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            loaders.add(deployAndUndeploy());
        }
        Await.until("the class loaders are collected", () -> {
            System.gc();
            return loaders.stream().allMatch(loader -> loader.get() == null);
        });
    }

    @Test
    void thatFindsItsPortInUseStopsTheDeploymentAndSaysWhy() throws Exception {
        Cluster cluster = Cluster.of(1);
        try (ServerSocket taken = new ServerSocket(cluster.ports().get(0), 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> cluster.node(0, Jobs.class, Client.class).start())
                    .hasStackTraceContaining("port " + taken.getLocalPort())
                    .hasStackTraceContaining("in use");
        }
    }

    @Test
    void isTheBeanOfTheApplicationWhenThereIsOneAndOutlivesIt() throws Exception {
        Cluster cluster = Cluster.of(1);
        HazelcastInstance own = member(cluster);
        try {
            OwnMember.instance = own;
            try (Deployment.Running application = Deployment.of(
                            new SingletonExtension(), Jobs.class, Client.class, OwnMember.class)
                    .with("singleton.hazelcast.port", "1")
                    .start()) {
                assertThat(application.get(Client.class).ask("1").id()).isEqualTo("1");
                assertThat(application.get(Client.class).port())
                        .isEqualTo(cluster.ports().get(0));
            }
            assertThat(own.getLifecycleService().isRunning()).isTrue();
        } finally {
            OwnMember.instance = null;
            own.shutdown();
        }
    }

    /** Adds a bean as a server does, made by a class that knows nothing of the application. */
    static class Server implements Extension {
        void add(@Observes AfterBeanDiscovery event) {
            event.addBean()
                    .beanClass(Object.class)
                    .types(HazelcastInstance.class, Object.class)
                    .createWith(creation -> {
                        throw new IllegalStateException("the server's own member was taken");
                    });
        }
    }

    @Test
    void isNotTheServersOwn() throws Exception {
        Cluster cluster = Cluster.of(1);
        try (Deployment.Running application =
                cluster.node(0, Jobs.class, Client.class).with(new Server()).start()) {
            assertThat(application.get(Client.class).port())
                    .isEqualTo(cluster.ports().get(0));
        }
    }

    @Test
    void isTheRunningOneThatASettingNamesAndOutlivesIt() throws Exception {
        HazelcastInstance own = member(Cluster.of(1));
        try {
            try (Deployment.Running application = Deployment.of(new SingletonExtension(), Jobs.class, Client.class)
                    .with("singleton.hazelcast.instance-name", own.getName())
                    .start()) {
                assertThat(application.get(Client.class).ask("1").id()).isEqualTo("1");
            }
            assertThat(own.getLifecycleService().isRunning()).isTrue();
        } finally {
            own.shutdown();
        }
    }

    @Test
    void thatASettingNamesInVainStopsTheDeployment() {
        assertThatThrownBy(() -> Deployment.of(new SingletonExtension(), Jobs.class)
                        .with("singleton.hazelcast.instance-name", "nobody")
                        .start())
                .hasStackTraceContaining("singleton.hazelcast.instance-name is 'nobody'");
    }

    private static List<HazelcastInstance> membersOf(Cluster cluster) {
        return Hazelcast.getAllHazelcastInstances().stream()
                .filter(member -> member.getConfig().getClusterName().equals(cluster.name()))
                .toList();
    }

    private static WeakReference<ClassLoader> deployAndUndeploy() throws Exception {
        try (Deployment.Running application =
                Cluster.of(1).node(0, Jobs.class, Client.class).start()) {
            assertThat(application.get(Client.class).ask("1").id()).isEqualTo("1");
            return new WeakReference<>(application.loader());
        }
    }

    private static Set<String> added(Set<Thread> before) {
        Set<Thread> now = new HashSet<>(Thread.getAllStackTraces().keySet());
        now.removeAll(before);
        return now.stream().map(Thread::getName).collect(Collectors.toSet());
    }

    private static HazelcastInstance member(Cluster cluster) {
        return EmbeddedMember.builder()
                .clusterName("own-" + UUID.randomUUID())
                .port(cluster.ports().get(0))
                .start();
    }
}

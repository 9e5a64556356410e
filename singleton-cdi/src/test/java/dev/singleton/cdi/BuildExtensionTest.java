package dev.singleton.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.singleton.ClusterSingletons;
import dev.singleton.Proxy;
import dev.singleton.SingletonKey;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The door for containers without portable extensions, tried in one that has both, where the portable one is left out. */
@DisplayName("Behind the build compatible extension")
class BuildExtensionTest {

    @Test
    void nothingIsTriedThatTheRealOneDoesNotHave() {
        for (Method real : SingletonBuildExtension.class.getMethods()) {
            if (real.getDeclaringClass() == SingletonBuildExtension.class) {
                assertThat(OtherDoor.class.getDeclaredMethods())
                        .filteredOn(tried -> tried.getName().equals(real.getName()))
                        .singleElement()
                        .satisfies(tried -> assertThat(tried.getAnnotations()).isEqualTo(real.getAnnotations()));
            }
        }
    }

    @Test
    void theSameMistakesAreToldInTheSameWords() {
        String portable = faults(mistakes(Deployment.on(new FakeNode())));
        String built = faults(mistakes(Deployment.on(new FakeNode()).built()));
        assertThat(portable).contains("13 faults", "  13. ");
        assertThat(built).isEqualTo(portable);
    }

    private static Deployment mistakes(Deployment deployment) {
        return deployment.and(MistakesTest.DECLARATIONS);
    }

    private static String faults(Deployment deployment) {
        Throwable failure = catchThrowable(deployment::start);
        String message = Stream.iterate(failure, link -> link != null, Throwable::getCause)
                .map(Throwable::getMessage)
                .filter(text -> text != null && text.contains("The cluster singletons of this application"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no fault was told", failure));
        // A container may write the stack into the message.
        return message.substring(message.indexOf("The cluster singletons of this application"))
                .lines()
                .takeWhile(line -> !line.startsWith("\tat "))
                .collect(Collectors.joining("\n"));
    }

    @Test
    void handlesAreInjectedWhereverTheyAreAskedFor() {
        Cluster cluster = Cluster.of(1);
        try (Deployment.Running application = cluster.node(
                        0, InjectionTest.Jobs.class, InjectionTest.Holder.class, InjectionTest.SendsOrders.class)
                .built()
                .start()) {
            InjectionTest.Holder holder = application.get(InjectionTest.Holder.class);
            application.container().event().fire(new InjectionTest.Asked("for a handle"));
            Proxy<InjectionTest.Job> one = holder.field;
            assertThat(List.of(holder.byConstructor, holder.byMethod, holder.byObserver, holder.instance.get()))
                    .allSatisfy(handle -> assertThat(handle).isSameAs(one));
            assertThat(holder.singletons.ref(SingletonKey.of("jobs", InjectionTest.Job.class)))
                    .isSameAs(one);
            assertThat(application.get(InjectionTest.SendsOrders.class).inherited)
                    .isSameAs(holder.elsewhere);
        }
    }

    @Test
    void anAlternativeTakesTheHandlesPlace() {
        Cluster cluster = Cluster.of(1);
        try (Deployment.Running application = cluster.node(
                        0,
                        InjectionTest.Jobs.class,
                        InjectionTest.OtherJobs.class,
                        InjectionTest.Holder.class,
                        InjectionTest.Mocks.class)
                .built()
                .start()) {
            assertThat(application.get(InjectionTest.Holder.class).field).isSameAs(InjectionTest.Mocks.MOCK);
        }
    }

    @Test
    void anActorIsMadeInterceptedAndEndedByTheContainer() throws Exception {
        Cluster cluster = Cluster.of(1);
        Deployment.Running application = cluster.node(0, Actors.BEANS)
                .with("singleton.type.failing.start", "false")
                .built()
                .start();
        Actors.Log log;
        try {
            log = application.get(Actors.Log.class);
            ClusterSingletons singletons = application.get(ClusterSingletons.class);
            Proxy<Actors.Job> jobs = singletons.ref(SingletonKey.of("jobs", Actors.Job.class));
            jobs.tell(new Actors.Job("1"));
            Await.until("the job is handled", () -> log.lines().contains("after receive"));
            HealthCheckResponse readiness = application
                    .container()
                    .select(HealthCheck.class, Readiness.Literal.INSTANCE)
                    .get()
                    .call();
            assertThat(readiness.getData().orElseThrow()).containsEntry("jobs.state", "hosting");
            singletons.stop(jobs.key()).toCompletableFuture().get(30, TimeUnit.SECONDS);
            assertThat(log.lines())
                    .contains(
                            "decorated", "received 1, use 1 of its request", "stopped STOPPED", "gone", "helper ends");
        } finally {
            application.undeploy();
        }
    }

    @Test
    void aBadSettingStopsTheStart() {
        Throwable failure = catchThrowable(() -> Cluster.of(1)
                .node(0, InjectionTest.Jobs.class)
                .with("singleton.type.jobs.ask-timeout", "soon")
                .built()
                .start());
        assertThat(failure).hasStackTraceContaining("singleton.type.jobs.ask-timeout is 'soon'");
    }

    @Test
    void anUnknownLeaseStopsTheStart() {
        Throwable failure = catchThrowable(() -> Cluster.of(1)
                .node(0, InjectionTest.Jobs.class)
                .with("singleton.type.jobs.lease", "etcd")
                .built()
                .start());
        assertThat(failure).hasStackTraceContaining("lease is 'etcd' (singleton 'jobs')");
    }
}

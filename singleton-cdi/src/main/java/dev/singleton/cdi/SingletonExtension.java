package dev.singleton.cdi;

import dev.singleton.ClusterSingletons;
import dev.singleton.Singleton;
import dev.singleton.codec.CborMessageCodec;
import dev.singleton.spi.LeaseProvider;
import dev.singleton.spi.MessageCodec;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.BeforeDestroyed;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Shutdown;
import jakarta.enterprise.event.Startup;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.BeforeShutdown;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.InjectionPoint;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import jakarta.enterprise.inject.spi.ProcessBean;
import jakarta.enterprise.inject.spi.ProcessInjectionPoint;
import jakarta.enterprise.inject.spi.ProcessManagedBean;
import jakarta.enterprise.inject.spi.WithAnnotations;
import java.lang.annotation.Annotation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes cluster singletons of an application's classes and handles of its injection points; found by the container, not
 * to be used by anybody else. One instance belongs to one application and holds all that there is of it.
 *
 * <p>Faults of declarations and settings are reported together, before the container looks for beans to inject, so that
 * its own message about a missing bean does not come first.
 */
public class SingletonExtension implements Extension {

    /** Before and after whatever an application does in its own observers. */
    static final int FIRST = 0;

    static final int LAST = Integer.MAX_VALUE;

    private final NodeFactory factory;
    private final MessageCodec codec;
    private final Declarations declarations = new Declarations();
    private final ActorBeans actors = new ActorBeans();
    private boolean leaseProviderBeans;
    private @Nullable NodeLifeCycle lifeCycle;

    /** Called by the container. */
    public SingletonExtension() {
        this(new HazelcastNodes(), new CborMessageCodec());
    }

    SingletonExtension(NodeFactory factory, MessageCodec codec) {
        this.factory = factory;
        this.codec = codec;
    }

    <T> void collectActors(
            @Observes @WithAnnotations(Singleton.class) ProcessAnnotatedType<T> event, BeanManager manager) {
        actors.see(event, manager);
    }

    /** Without the setting's word there is a check; the class is known here by its mark alone. */
    void dropHealthCheck(@Observes ProcessAnnotatedType<? extends Reporter> event) {
        if (!NodeSettings.read(Application.config(), new Faults()).health()) {
            event.veto();
        }
    }

    /** It does for a build compatible extension what this class does itself. */
    void dropStarter(@Observes ProcessAnnotatedType<NodeStarter> event) {
        event.veto();
    }

    void collectActorBeans(@Observes ProcessManagedBean<?> event) {
        actors.bean(event.getBean());
    }

    <T, X> void collectInjectionPoints(@Observes ProcessInjectionPoint<T, X> event) {
        InjectionPoint point = event.getInjectionPoint();
        if (InjectionPointCheck.concerns(point.getType())) {
            Set<Annotation> annotations = new HashSet<>(point.getQualifiers());
            annotations.addAll(point.getAnnotated().getAnnotations());
            declarations.injectionPoint(Places.of(point), point.getType(), annotations);
        }
    }

    /** A provider's name is known only once its bean can be made. */
    void noticeLeaseProviders(@Observes ProcessBean<?> event) {
        leaseProviderBeans |= event.getBean().getTypes().contains(LeaseProvider.class);
    }

    void checkAndAddBeans(@Observes AfterBeanDiscovery event, BeanManager manager) {
        Faults faults = new Faults();
        actors.declare(declarations);
        DeclaredSingletons declared = DeclarationCheck.check(declarations, codec, faults);
        Application application = Application.of(declared, actors.of(declared), codec, faults);
        if (!faults.texts().isEmpty() && !leaseProviderBeans) {
            application.leases().check(List.of(), faults);
        }
        faults.asException().ifPresent(event::addDefinitionError);
        if (faults.texts().isEmpty()) {
            NodeLifeCycle cycle = new NodeLifeCycle(application, factory, manager);
            addBeans(event, cycle);
            lifeCycle = cycle;
        }
    }

    /** The leases that settings name, when all else is sound: now the providers that are beans can be asked their names. */
    void checkLeases(@Observes AfterDeploymentValidation event, BeanManager manager) {
        if (lifeCycle == null) {
            return;
        }
        Faults faults = new Faults();
        lifeCycle.application().checkLeases(manager, faults);
        faults.asException().ifPresent(event::addDeploymentProblem);
    }

    /**
     * Joins the cluster, unless somebody asked for a handle before, and is up. All other observers have returned by then:
     * an application that fails to start has not joined for nothing.
     */
    void start(@Observes @Priority(LAST) Startup event) {
        if (lifeCycle != null) {
            lifeCycle.start();
        }
    }

    void leave(@Observes @Priority(FIRST) Shutdown event) {
        close();
    }

    /** Not every container tells of its shutdown. */
    void leave(@Observes @Priority(FIRST) @BeforeDestroyed(ApplicationScoped.class) Object event) {
        close();
    }

    /** An application that failed to start is told of nothing else. */
    void leave(@Observes BeforeShutdown event) {
        close();
    }

    private void close() {
        if (lifeCycle != null) {
            lifeCycle.close();
        }
    }

    private static void addBeans(AfterBeanDiscovery event, NodeLifeCycle cycle) {
        for (DeclaredSingleton singleton : cycle.application().declared().all()) {
            event.addBean()
                    .id("dev.singleton.Proxy:" + singleton.name())
                    .types(singleton.handleType(), Object.class)
                    .qualifiers(Singleton.Literal.of(singleton.name()))
                    .scope(jakarta.inject.Singleton.class)
                    .createWith(creation -> cycle.handle(singleton.key()));
        }
        event.addBean()
                .id(ClusterSingletons.class.getName())
                .types(ClusterSingletons.class, Object.class)
                .scope(jakarta.inject.Singleton.class)
                .createWith(creation -> new ManagedSingletons(cycle));
        event.addBean()
                .id(Readiness.Source.class.getName())
                .types(Readiness.Source.class, Object.class)
                .scope(jakarta.inject.Singleton.class)
                .createWith(creation -> (Readiness.Source) () -> Readiness.of(cycle));
    }
}

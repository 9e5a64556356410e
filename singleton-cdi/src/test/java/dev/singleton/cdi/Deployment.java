package dev.singleton.cdi;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import jakarta.enterprise.inject.spi.Extension;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.spi.ConfigProviderResolver;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.environment.se.WeldContainer;

/** An application to be deployed into a container of its own, with its own class loader and settings. */
final class Deployment {

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final Map<String, String> settings = new HashMap<>();
    private final List<Class<?>> beans = new ArrayList<>();
    private final List<Extension> extensions = new ArrayList<>();

    private UnaryOperator<ClassLoader> server = loader -> loader;

    private boolean built;

    private Deployment(Extension extension, Class<?>... beans) {
        extensions.add(extension);
        this.beans.addAll(List.of(beans));
        this.beans.add(SingletonReadinessCheck.class);
    }

    /** An application on a node that only pretends. */
    static Deployment on(FakeNode node, Class<?>... beans) {
        return of(new SingletonExtension(node.factory(), new dev.singleton.codec.CborMessageCodec()), beans);
    }

    static Deployment of(SingletonExtension extension, Class<?>... beans) {
        return new Deployment(extension, beans);
    }

    Deployment and(Class<?>... more) {
        beans.addAll(List.of(more));
        return this;
    }

    /** Takes the other door: the build compatible extension instead of the portable one, on a real node. */
    Deployment built() {
        extensions.clear();
        built = true;
        return this;
    }

    Deployment with(String key, String value) {
        settings.put(key, value);
        return this;
    }

    Deployment with(Extension extension) {
        extensions.add(extension);
        return this;
    }

    /** Lets a server put its own loader around the application's. */
    Deployment within(UnaryOperator<ClassLoader> around) {
        server = around;
        return this;
    }

    /** Starts the application; what stops it from starting is thrown, and nothing is left. */
    Running start() {
        ClassLoader loader = server.apply(new URLClassLoader(new URL[0], Deployment.class.getClassLoader()));
        Config config = new SmallRyeConfigBuilder()
                .addDefaultInterceptors()
                .withSources(new PropertiesConfigSource(settings, "deployment", 200))
                .build();
        ConfigProviderResolver.instance().registerConfig(config, loader);
        Weld weld = new Weld("test-" + NUMBER.incrementAndGet())
                .disableDiscovery()
                .beanClasses(beans.toArray(Class<?>[]::new));
        extensions.forEach(weld::addExtension);
        if (built) {
            takeTheOtherDoor(weld);
        }
        Running running = new Running(loader, config);
        try {
            running.inside(() -> running.container = weld.initialize());
            return running;
        } catch (RuntimeException | Error failed) {
            running.inside(weld::shutdown);
            running.forget();
            throw failed;
        }
    }

    @SuppressWarnings("unchecked") // varargs of a generic type
    private static void takeTheOtherDoor(Weld weld) {
        weld.addBuildCompatibleExtensions(OtherDoor.class);
    }

    /** An application that runs. */
    static final class Running implements AutoCloseable {

        private final ClassLoader loader;
        private final Config config;
        private WeldContainer container;

        private Running(ClassLoader loader, Config config) {
            this.loader = loader;
            this.config = config;
        }

        ClassLoader loader() {
            return loader;
        }

        WeldContainer container() {
            return container;
        }

        <T> T get(Class<T> bean) {
            return container.select(bean).get();
        }

        /** Undeploys the application at the end of a test, if it is still there. */
        @Override
        public void close() {
            undeploy();
        }

        void undeploy() {
            if (!container.isRunning()) {
                return;
            }
            try {
                inside(() -> container.shutdown());
            } finally {
                forget();
            }
        }

        private void inside(Runnable task) {
            Thread thread = Thread.currentThread();
            ClassLoader before = thread.getContextClassLoader();
            thread.setContextClassLoader(loader);
            try {
                task.run();
            } finally {
                thread.setContextClassLoader(before);
            }
        }

        private void forget() {
            ConfigProviderResolver.instance().releaseConfig(config);
        }
    }
}

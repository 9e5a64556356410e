package dev.singleton.cdi;

import dev.singleton.ClusterSingletons;
import dev.singleton.Proxy;
import dev.singleton.Singleton;
import dev.singleton.SingletonKey;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.build.compatible.spi.Parameters;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticBeanCreator;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticBeanDisposer;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticComponents;
import jakarta.enterprise.inject.build.compatible.spi.Types;
import java.util.List;
import java.util.function.Function;

/** The beans of a build compatible extension: described when the application is built, made when it runs. */
record BuiltBeans(SyntheticComponents components, Types types) {

    private static final String NAME = "name";

    void add(DeclaredSingletons declared) {
        List<DeclaredSingleton> all = declared.all();
        components
                .addBean(NodeLifeCycle.class)
                .type(NodeLifeCycle.class)
                .scope(jakarta.inject.Singleton.class)
                .withParam(NodeCreator.NAMES, texts(all, DeclaredSingleton::name))
                .withParam(
                        NodeCreator.ROLES,
                        texts(all, singleton -> singleton.key().role()))
                .withParam(
                        NodeCreator.MESSAGES,
                        texts(all, singleton -> singleton.key().messageType().getName()))
                .withParam(
                        NodeCreator.ACTORS,
                        texts(
                                all,
                                singleton ->
                                        singleton.actor().map(Class::getName).orElse("")))
                .createWith(NodeCreator.class)
                .disposeWith(NodeEnd.class);
        all.forEach(this::addHandle);
        components
                .addBean(ClusterSingletons.class)
                .type(ClusterSingletons.class)
                .type(Object.class)
                .scope(jakarta.inject.Singleton.class)
                .createWith(SingletonsCreator.class);
        components
                .addBean(Readiness.Source.class)
                .type(Readiness.Source.class)
                .type(Object.class)
                .scope(jakarta.inject.Singleton.class)
                .createWith(SourceCreator.class);
    }

    private void addHandle(DeclaredSingleton singleton) {
        components
                .addBean(Proxy.class)
                .type(LangModel.of(singleton.handleType(), types))
                .type(Object.class)
                .qualifier(Singleton.Literal.of(singleton.name()))
                .scope(jakarta.inject.Singleton.class)
                .withParam(NAME, singleton.name())
                .createWith(HandleCreator.class);
    }

    private static String[] texts(List<DeclaredSingleton> all, Function<DeclaredSingleton, String> text) {
        return all.stream().map(text).toArray(String[]::new);
    }

    private static NodeLifeCycle lifeCycle(Instance<Object> lookup) {
        return lookup.select(NodeLifeCycle.class).get();
    }

    /** Ends the node with the application, also with one that failed to start; a node that has left is left alone. */
    public static final class NodeEnd implements SyntheticBeanDisposer<NodeLifeCycle> {

        /** Called by the container. */
        public NodeEnd() {}

        @Override
        public void dispose(NodeLifeCycle lifeCycle, Instance<Object> lookup, Parameters parameters) {
            lifeCycle.close();
        }
    }

    /** Makes the handle of one singleton. */
    @SuppressWarnings("rawtypes") // a synthetic bean's class has no type arguments; its types have
    public static final class HandleCreator implements SyntheticBeanCreator<Proxy> {

        /** Called by the container. */
        public HandleCreator() {}

        @Override
        public Proxy create(Instance<Object> lookup, Parameters parameters) {
            NodeLifeCycle lifeCycle = lifeCycle(lookup);
            String name = parameters.get(NAME, String.class);
            SingletonKey<?> key = lifeCycle.application().declared().all().stream()
                    .map(DeclaredSingleton::key)
                    .filter(declared -> declared.typeName().equals(name))
                    .findFirst()
                    .orElseThrow();
            return lifeCycle.handle(key);
        }
    }

    /** Makes the node as the application sees it. */
    public static final class SingletonsCreator implements SyntheticBeanCreator<ClusterSingletons> {

        /** Called by the container. */
        public SingletonsCreator() {}

        @Override
        public ClusterSingletons create(Instance<Object> lookup, Parameters parameters) {
            return new ManagedSingletons(lifeCycle(lookup));
        }
    }

    /** Makes what the readiness check asks. */
    public static final class SourceCreator implements SyntheticBeanCreator<Readiness.Source> {

        /** Called by the container. */
        public SourceCreator() {}

        @Override
        public Readiness.Source create(Instance<Object> lookup, Parameters parameters) {
            NodeLifeCycle lifeCycle = lifeCycle(lookup);
            return () -> Readiness.of(lifeCycle);
        }
    }
}

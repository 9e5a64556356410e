package dev.singleton.cdi;

import dev.singleton.SingletonConfigurationException;
import dev.singleton.SingletonKey;
import dev.singleton.codec.CborMessageCodec;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.build.compatible.spi.Parameters;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticBeanCreator;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanContainer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Makes the node of an application that was built by a build compatible extension, from what that one has written down. */
public final class NodeCreator implements SyntheticBeanCreator<NodeLifeCycle> {

    static final String NAMES = "names";
    static final String ROLES = "roles";
    static final String MESSAGES = "messages";
    static final String ACTORS = "actors";

    /** Called by the container. */
    public NodeCreator() {}

    /** @throws dev.singleton.SingletonConfigurationException with every setting that breaks its rule */
    @Override
    public NodeLifeCycle create(Instance<Object> lookup, Parameters parameters) {
        BeanContainer container = lookup.select(BeanContainer.class).get();
        DeclaredSingletons declared = declared(parameters);
        Faults faults = new Faults();
        Application application = Application.of(declared, actors(declared, container), new CborMessageCodec(), faults);
        // Here, since a handle that is used early makes the node, which joins then.
        application.checkLeases(container, faults);
        faults.asException().ifPresent(fault -> {
            throw fault;
        });
        return new NodeLifeCycle(application, new HazelcastNodes(), container);
    }

    private static DeclaredSingletons declared(Parameters parameters) {
        String[] names = parameters.get(NAMES, String[].class);
        String[] roles = parameters.get(ROLES, String[].class);
        String[] messages = parameters.get(MESSAGES, String[].class);
        String[] actors = parameters.get(ACTORS, String[].class);
        List<DeclaredSingleton> all = new ArrayList<>();
        for (int i = 0; i < names.length; i++) {
            Class<?> message = LangModel.load(messages[i]);
            Optional<Class<?>> actor = actors[i].isEmpty() ? Optional.empty() : Optional.of(LangModel.load(actors[i]));
            all.add(new DeclaredSingleton(new SingletonKey<>(names[i], message, roles[i]), message, actor));
        }
        return new DeclaredSingletons(all);
    }

    private static Map<String, Bean<?>> actors(DeclaredSingletons declared, BeanContainer container) {
        Map<String, Bean<?>> beans = new TreeMap<>();
        for (DeclaredSingleton singleton : declared.all()) {
            singleton.actor().ifPresent(type -> beans.put(singleton.name(), bean(type, container)));
        }
        return beans;
    }

    private static Bean<?> bean(Class<?> type, BeanContainer container) {
        // By any type: @Typed may hide the class itself.
        return container.getBeans(Object.class, Hosted.Literal.INSTANCE).stream()
                .filter(bean -> bean.getBeanClass() == type)
                .findFirst()
                .orElseThrow(() -> new SingletonConfigurationException(
                        "class " + type.getName() + " was a bean when the application was built, and the container has"
                                + " left it out since: keep it among the beans that it does not remove"));
    }
}

package dev.singleton.cdi;

import dev.singleton.Singleton;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Specializes;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import java.lang.annotation.Annotation;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The classes with {@link Singleton} as the container shows them, and the beans that it made of them. */
final class ActorBeans {

    /** A session bean is the container's to make and to end, as an object with a scope is. */
    private static final Set<String> SESSION_BEANS = Set.of(
            "jakarta.ejb.Singleton", "jakarta.ejb.Stateless", "jakarta.ejb.Stateful", "jakarta.ejb.MessageDriven");

    private final Map<Class<?>, Seen> seen = new HashMap<>();
    private final Map<Class<?>, Bean<?>> beans = new HashMap<>();

    private record Seen(Singleton declared, List<Class<? extends Annotation>> kinds, boolean alternative) {}

    /**
     * Takes a class in, and makes its bean one that only we can obtain: an own qualifier in place of the name, and an
     * object for each time that it is asked for.
     */
    <T> void see(ProcessAnnotatedType<T> event, BeanManager manager) {
        AnnotatedType<T> type = event.getAnnotatedType();
        Singleton declared = type.getAnnotation(Singleton.class);
        if (declared == null) {
            return;
        }
        List<Class<? extends Annotation>> kinds = new ArrayList<>();
        for (Annotation annotation : type.getAnnotations()) {
            Class<? extends Annotation> kind = annotation.annotationType();
            boolean scope = manager.isScope(kind) && kind != Dependent.class;
            if (scope || SESSION_BEANS.contains(kind.getName())) {
                kinds.add(kind);
            }
        }
        seen.put(type.getJavaClass(), new Seen(declared, kinds, type.isAnnotationPresent(Alternative.class)));
        event.configureAnnotatedType()
                .remove(annotation ->
                        annotation.annotationType() == Singleton.class || kinds.contains(annotation.annotationType()))
                .add(Hosted.Literal.INSTANCE)
                .add(Dependent.Literal.INSTANCE);
    }

    /** Takes in an enabled bean. */
    void bean(Bean<?> bean) {
        if (seen.containsKey(bean.getBeanClass())) {
            beans.put(bean.getBeanClass(), bean);
        }
    }

    /** Tells the declarations of every class; of one that was replaced on purpose nothing. */
    void declare(Declarations declarations) {
        seen.forEach((type, what) -> {
            boolean bean = beans.containsKey(type);
            boolean session = what.kinds().stream().anyMatch(kind -> SESSION_BEANS.contains(kind.getName()));
            if (bean || !replaced(type, what)) {
                Optional<String> unusable = bean || session ? Optional.empty() : Optional.of(reason(type));
                declarations.actorClass(type, what.declared(), what.kinds(), unusable);
            }
        });
    }

    /** The beans of a sound set of declarations, by the names of the singletons. */
    Map<String, Bean<?>> of(DeclaredSingletons declared) {
        Map<String, Bean<?>> byName = new TreeMap<>();
        for (DeclaredSingleton singleton : declared.all()) {
            singleton.actor().map(beans::get).ifPresent(bean -> byName.put(singleton.name(), bean));
        }
        return byName;
    }

    /** An alternative that is not selected, or a class that another one specializes. */
    private boolean replaced(Class<?> type, Seen what) {
        return what.alternative()
                || beans.keySet().stream()
                        .anyMatch(
                                other -> other.getSuperclass() == type && other.isAnnotationPresent(Specializes.class));
    }

    private static String reason(Class<?> type) {
        if (type.isMemberClass() && !Modifier.isStatic(type.getModifiers())) {
            return "is an inner class, of which the container can make no object: make it static";
        }
        return "is no bean: give it a constructor without parameters or one with @Inject, and do not veto it";
    }
}

package dev.singleton.cdi;

import dev.singleton.Singleton;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import java.lang.annotation.Annotation;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The actors of an application as a portable extension meets them. */
final class ActorBeans {

    private final ActorClasses classes = new ActorClasses();
    private final Map<Class<?>, Bean<?>> beans = new HashMap<>();

    /**
     * Takes a class in, and makes its bean one that only we can obtain: an own qualifier in place of the name, and an
     * object for each time that it is asked for.
     */
    <T> void see(ProcessAnnotatedType<T> event, BeanManager manager) {
        AnnotatedType<T> type = event.getAnnotatedType();
        Singleton declared = type.getAnnotation(Singleton.class);
        if (declared == null || ActorClasses.isHandle(type.getJavaClass())) {
            return;
        }
        Set<Class<? extends Annotation>> annotations =
                type.getAnnotations().stream().map(Annotation::annotationType).collect(Collectors.toSet());
        Set<Class<? extends Annotation>> kinds =
                classes.see(type.getJavaClass(), declared, annotations, manager::isScope);
        event.configureAnnotatedType()
                .remove(annotation ->
                        annotation.annotationType() == Singleton.class || kinds.contains(annotation.annotationType()))
                .add(Hosted.Literal.INSTANCE)
                .add(Dependent.Literal.INSTANCE);
    }

    /** Takes in an enabled bean. */
    void bean(Bean<?> bean) {
        if (classes.bean(bean.getBeanClass())) {
            beans.put(bean.getBeanClass(), bean);
        }
    }

    void declare(Declarations declarations) {
        classes.declare(declarations);
    }

    /** The beans of a sound set of declarations, by the names of the singletons. */
    Map<String, Bean<?>> of(DeclaredSingletons declared) {
        Map<String, Bean<?>> byName = new TreeMap<>();
        for (DeclaredSingleton singleton : declared.all()) {
            singleton.actor().map(beans::get).ifPresent(bean -> byName.put(singleton.name(), bean));
        }
        return byName;
    }
}

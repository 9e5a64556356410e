package dev.singleton.cdi;

import dev.singleton.Singleton;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What an application declares, as it was met and not yet checked: classes that carry {@link Singleton}, and injection
 * points that may concern us. Free of the types of any extension mechanism. Filled by one thread.
 */
final class Declarations {

    private final List<ActorClass> actors = new ArrayList<>();
    private final List<Site> sites = new ArrayList<>();

    /**
     * A class that carries the annotation.
     *
     * @param kinds annotations on it that make it something else than an object of the host: scopes, session beans
     * @param unusable why the container cannot make objects of it, when it cannot
     */
    record ActorClass(Class<?> type, Singleton declared, Set<String> kinds, Optional<String> unusable) {

        ActorClass {
            kinds = new TreeSet<>(kinds);
        }

        String where() {
            return "class " + type.getName();
        }
    }

    /**
     * An injection point.
     *
     * @param where for people: class, member and position
     * @param qualifier the name that is asked for, if any
     * @param annotations the types of all annotations that it carries, not only of the qualifiers
     */
    record Site(String where, Type type, Optional<Singleton> qualifier, Set<Class<? extends Annotation>> annotations) {

        Site {
            annotations = Set.copyOf(annotations);
        }

        boolean carries(String annotationType) {
            return annotations.stream().anyMatch(carried -> carried.getName().equals(annotationType));
        }
    }

    void actorClass(
            Class<?> type,
            Singleton declared,
            Collection<? extends Class<? extends Annotation>> kinds,
            Optional<String> unusable) {
        Set<String> names = kinds.stream().map(Class::getName).collect(Collectors.toSet());
        actors.add(new ActorClass(type, declared, names, unusable));
    }

    void injectionPoint(
            String where, Type type, Optional<Singleton> qualifier, Set<Class<? extends Annotation>> annotations) {
        sites.add(new Site(where, type, qualifier, annotations));
    }

    void injectionPoint(String where, Type type, Collection<? extends Annotation> annotations) {
        Optional<Singleton> qualifier = annotations.stream()
                .filter(Singleton.class::isInstance)
                .map(Singleton.class::cast)
                .findFirst();
        injectionPoint(
                where,
                type,
                qualifier,
                annotations.stream().map(Annotation::annotationType).collect(Collectors.toSet()));
    }

    /** In the order of their names, so that faults come in the same order at each start. */
    List<ActorClass> actors() {
        return actors.stream().sorted(Comparator.comparing(ActorClass::where)).toList();
    }

    /** In the order of their names. */
    List<Site> sites() {
        return sites.stream().sorted(Comparator.comparing(Site::where)).toList();
    }
}

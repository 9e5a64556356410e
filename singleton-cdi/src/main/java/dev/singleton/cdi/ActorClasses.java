package dev.singleton.cdi;

import dev.singleton.Proxy;
import dev.singleton.Singleton;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Specializes;
import java.lang.annotation.Annotation;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** The classes with {@link Singleton} as a container shows them, and those of them that it made beans of. */
final class ActorClasses {

    /** A session bean is the container's to make and to end, as an object with a scope is. */
    private static final Set<String> SESSION_BEANS = Set.of(
            "jakarta.ejb.Singleton", "jakarta.ejb.Stateless", "jakarta.ejb.Stateful", "jakarta.ejb.MessageDriven");

    private final Map<Class<?>, Seen> seen = new HashMap<>();
    private final Set<Class<?>> beans = new HashSet<>();

    private record Seen(Singleton declared, List<Class<? extends Annotation>> kinds, boolean alternative) {}

    /** Whether the class stands for a handle, made by the application in place of ours: a bean like any other. */
    static boolean isHandle(Class<?> type) {
        return Proxy.class.isAssignableFrom(type);
    }

    /**
     * Takes a class in.
     *
     * @param annotations the types of all that it carries
     * @param scope whether an annotation type is a scope
     * @return those of them that an actor must not have, which are told to the declarations
     */
    Set<Class<? extends Annotation>> see(
            Class<?> type,
            Singleton declared,
            Collection<Class<? extends Annotation>> annotations,
            Predicate<Class<? extends Annotation>> scope) {
        List<Class<? extends Annotation>> kinds = annotations.stream()
                .filter(kind -> (kind != Dependent.class && scope.test(kind)) || SESSION_BEANS.contains(kind.getName()))
                .toList();
        seen.put(type, new Seen(declared, kinds, annotations.contains(Alternative.class)));
        return Set.copyOf(kinds);
    }

    /** Takes in the class of an enabled bean; false when it is none of ours. */
    boolean bean(Class<?> type) {
        return seen.containsKey(type) && beans.add(type);
    }

    /** The same by the name of the class, which a container may have generated so that it cannot be loaded. */
    void bean(String type) {
        seen.keySet().stream().filter(known -> known.getName().equals(type)).forEach(beans::add);
    }

    /** Tells the declarations of every class; of one that was replaced on purpose nothing. */
    void declare(Declarations declarations) {
        seen.forEach((type, what) -> {
            boolean bean = beans.contains(type);
            boolean session = what.kinds().stream().anyMatch(kind -> SESSION_BEANS.contains(kind.getName()));
            if (bean || !replaced(type, what)) {
                Optional<String> unusable = bean || session ? Optional.empty() : Optional.of(reason(type));
                declarations.actorClass(type, what.declared(), what.kinds(), unusable);
            }
        });
    }

    /** An alternative that is not selected, or a class that another one specializes. */
    private boolean replaced(Class<?> type, Seen what) {
        return what.alternative()
                || beans.stream()
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

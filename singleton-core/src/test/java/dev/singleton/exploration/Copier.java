package dev.singleton.exploration;

import dev.singleton.control.Control;
import dev.singleton.control.ControlPort;
import dev.singleton.control.StepWatch;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Copies a {@link Control} with all that it knows, so that one state can be left by many ways. The control path has no use
 * for copies and no word for them; so this reads its fields. What it does not know how to copy it refuses.
 */
final class Copier {

    private static final Map<Class<?>, Constructor<?>> CONSTRUCTORS = new ConcurrentHashMap<>();

    private final IdentityHashMap<Object, Object> copies = new IdentityHashMap<>();

    private Copier() {}

    static Control copy(Control original) {
        return (Control) new Copier().of(original);
    }

    private @Nullable Object of(@Nullable Object original) {
        if (original == null || shared(original)) {
            return original;
        }
        Object known = copies.get(original);
        if (known != null) {
            return known;
        }
        if (original instanceof Map<?, ?> map) {
            return map(map);
        }
        if (original instanceof Collection<?> collection) {
            return collection(collection);
        }
        Object copy = blank(original);
        copies.put(original, copy);
        for (Field field : Anatomy.of(original.getClass())) {
            Anatomy.set(field, copy, of(Anatomy.value(field, original)));
        }
        return copy;
    }

    /** What never changes, and what is outside. */
    private static boolean shared(Object value) {
        return value instanceof Record
                || value instanceof Enum
                || value instanceof String
                || value instanceof Number
                || value instanceof Boolean
                || value instanceof Optional
                || value instanceof ControlPort
                || value instanceof StepWatch
                || value.getClass().getName().startsWith("java.util.ImmutableCollections");
    }

    private Map<?, ?> map(Map<?, ?> original) {
        Map<Object, Object> copy = original.getClass() == LinkedHashMap.class ? new LinkedHashMap<>() : new HashMap<>();
        original.forEach((key, value) -> copy.put(key, of(value)));
        return copy;
    }

    private Collection<?> collection(Collection<?> original) {
        Collection<Object> copy = original instanceof List
                ? new ArrayList<>()
                : original instanceof LinkedHashSet ? new LinkedHashSet<>() : new HashSet<>();
        if (!(original instanceof ArrayList) && !(original instanceof HashSet)) {
            throw new IllegalStateException("The exploration does not know how to copy a " + original.getClass());
        }
        original.forEach(element -> copy.add(of(element)));
        return copy;
    }

    /** One of the same class; each of its fields is set afterwards. */
    private Object blank(Object original) {
        Constructor<?> constructor = CONSTRUCTORS.computeIfAbsent(original.getClass(), type -> {
            Constructor<?> only = type.getDeclaredConstructors()[type.getDeclaredConstructors().length - 1];
            only.setAccessible(true);
            return only;
        });
        Object[] arguments = new Object[constructor.getParameterCount()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = argument(original, constructor.getParameterTypes()[i]);
        }
        try {
            return constructor.newInstance(arguments);
        } catch (ReflectiveOperationException refused) {
            throw new IllegalStateException(
                    "The exploration does not know how to make a " + original.getClass()
                            + ": give it what its constructor needs, in Copier",
                    refused);
        }
    }

    /** Anything that a constructor takes: from the original, when it has something of the type. */
    private static @Nullable Object argument(Object original, Class<?> type) {
        if (type == boolean.class) {
            return false;
        }
        if (type == long.class) {
            return 1L;
        }
        if (type == Collection.class) {
            return Set.of();
        }
        return Anatomy.of(original.getClass()).stream()
                .filter(field -> type == field.getType())
                .map(field -> Anatomy.value(field, original))
                .findFirst()
                .orElse(null);
    }
}

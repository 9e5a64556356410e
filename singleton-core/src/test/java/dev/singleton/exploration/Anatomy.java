package dev.singleton.exploration;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The fields of the classes of the core, for those that copy and compare what it knows without a word of its own. */
final class Anatomy {

    private static final Map<Class<?>, List<Field>> FIELDS = new ConcurrentHashMap<>();

    private Anatomy() {}

    /** The fields that an object has, without those of its class; in the order of their declaration. */
    static List<Field> of(Class<?> type) {
        return FIELDS.computeIfAbsent(type, Anatomy::read);
    }

    private static List<Field> read(Class<?> type) {
        List<Field> fields = Arrays.stream(type.getDeclaredFields())
                .filter(field -> !Modifier.isStatic(field.getModifiers()))
                .toList();
        fields.forEach(field -> field.setAccessible(true));
        return fields;
    }

    /** As in {@code PeerRecord.version}. */
    static String name(Field field) {
        return field.getDeclaringClass().getSimpleName() + "." + field.getName();
    }

    static Object value(Field field, Object of) {
        try {
            return field.get(of);
        } catch (IllegalAccessException refused) {
            throw new IllegalStateException("The exploration cannot read " + name(field), refused);
        }
    }

    static Object value(String field, Object of) {
        return of(of.getClass()).stream()
                .filter(candidate -> candidate.getName().equals(field))
                .map(found -> value(found, of))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        of.getClass() + " has no " + field + " any more, which the exploration reads"));
    }

    static void set(Field field, Object of, Object value) {
        try {
            field.set(of, value);
        } catch (IllegalAccessException refused) {
            throw new IllegalStateException("The exploration cannot write " + name(field), refused);
        }
    }
}

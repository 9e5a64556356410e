package dev.singleton.codec;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What keeps a concrete class of the application's from being written by its fields and built anew from them. */
final class ClassShape {

    private ClassShape() {}

    static List<String> faultsOf(Class<?> type) {
        List<String> faults = new ArrayList<>();
        if (isInner(type)) {
            faults.add("an object of the inner class " + type.getName()
                    + " belongs to another object that stays behind; make the class static, or a record");
        }
        Class<?> ancestor = type.getSuperclass();
        while (ancestor != null && !Types.isPlatform(ancestor)) {
            ancestor = ancestor.getSuperclass();
        }
        if (ancestor != null && ancestor != Object.class && ancestor != Record.class) {
            faults.add("what " + type.getName() + " inherits from " + ancestor.getName()
                    + " cannot travel; carry its values in a record");
        }
        faults.addAll(hiddenFields(type));
        return faults;
    }

    private static boolean isInner(Class<?> type) {
        boolean nested = type.isMemberClass() || type.isLocalClass() || type.isAnonymousClass();
        return nested && !type.isRecord() && !Modifier.isStatic(type.getModifiers());
    }

    /** The names of the fields that are written, inherited ones too. */
    static Set<String> fieldNames(Class<?> type) {
        Set<String> names = new LinkedHashSet<>();
        for (Class<?> level = type; level != null && !Types.isPlatform(level); level = level.getSuperclass()) {
            writtenFields(level).forEach(it -> names.add(it.getName()));
        }
        return names;
    }

    private static List<Field> writtenFields(Class<?> level) {
        int skipped = Modifier.STATIC | Modifier.TRANSIENT;
        return Arrays.stream(level.getDeclaredFields())
                .filter(it -> (it.getModifiers() & skipped) == 0)
                .toList();
    }

    /** Two fields under one name would be one in the bytes, and one of them would be lost. */
    private static List<String> hiddenFields(Class<?> type) {
        List<String> faults = new ArrayList<>();
        Map<String, Field> owners = new HashMap<>();
        for (Class<?> level = type; level != null && !Types.isPlatform(level); level = level.getSuperclass()) {
            for (Field field : writtenFields(level)) {
                Field hiding = owners.putIfAbsent(writtenName(field), field);
                if (hiding != null) {
                    faults.add("the field " + hiding.getName() + " of "
                            + hiding.getDeclaringClass().getName() + " hides the one of " + level.getName()
                            + " that is written as " + writtenName(field) + " too; rename one of the two");
                }
            }
        }
        return faults;
    }

    private static String writtenName(Field field) {
        JsonProperty chosen = field.getAnnotation(JsonProperty.class);
        return chosen == null || chosen.value().isEmpty() ? field.getName() : chosen.value();
    }
}

package dev.singleton.codec;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.lang.reflect.Constructor;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The constructor that takes a class's fields, and which field each parameter is. A class without one is built with its
 * no-argument constructor. Our own choice and not Jackson's guess, which would also take a {@code valueOf(String)} or a
 * one-argument constructor for a way to read a bare text.
 *
 * @param fields the name of each parameter, in order; empty where the class does not tell
 */
record Blueprint(Constructor<?> constructor, List<Optional<String>> fields) {

    static Optional<Blueprint> of(Class<?> type) {
        if (type.isRecord()) {
            return Optional.of(ofRecord(type));
        }
        Constructor<?>[] constructors = type.getDeclaredConstructors();
        Optional<Constructor<?>> annotated = Arrays.stream(constructors)
                .filter(it -> it.isAnnotationPresent(JsonCreator.class))
                .findFirst();
        if (annotated.isPresent()) {
            return annotated.map(Blueprint::ofParameters);
        }
        if (constructors.length != 1 || constructors[0].getParameterCount() == 0) {
            return Optional.empty();
        }
        Set<String> fields = ClassShape.fieldNames(type);
        return Optional.of(ofParameters(constructors[0]))
                .filter(it -> it.fields().stream().allMatch(name -> name.isPresent() && fields.contains(name.get())));
    }

    private static Blueprint ofRecord(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        List<Optional<String>> names =
                Arrays.stream(components).map(it -> Optional.of(it.getName())).toList();
        try {
            return new Blueprint(type.getDeclaredConstructor(types), names);
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException("The record " + type.getName() + " has no canonical constructor", e);
        }
    }

    private static Blueprint ofParameters(Constructor<?> constructor) {
        return new Blueprint(
                constructor,
                Arrays.stream(constructor.getParameters())
                        .map(it -> it.isNamePresent() ? Optional.of(it).map(Parameter::getName) : noName())
                        .toList());
    }

    private static Optional<String> noName() {
        return Optional.empty();
    }
}

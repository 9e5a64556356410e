package dev.singleton.cdi;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What reflection leaves open about generic types. */
final class GenericTypes {

    private GenericTypes() {}

    /** The class behind a type; for a variable or a wildcard the class of its first bound. */
    static Class<?> erasure(Type type) {
        if (type instanceof Class<?> plain) {
            return plain;
        }
        if (type instanceof ParameterizedType parameterized) {
            return (Class<?>) parameterized.getRawType();
        }
        if (type instanceof GenericArrayType array) {
            return erasure(array.getGenericComponentType()).arrayType();
        }
        if (type instanceof TypeVariable<?> variable) {
            return erasure(variable.getBounds()[0]);
        }
        return type instanceof WildcardType wildcard ? erasure(wildcard.getUpperBounds()[0]) : Object.class;
    }

    /**
     * What the type gives for the one parameter of a generic type that it extends or implements, through all generic
     * types in between; empty when it leaves the parameter open.
     */
    static Optional<Type> argument(Type type, Class<?> generic) {
        Class<?> raw = erasure(type);
        if (raw == generic) {
            return type instanceof ParameterizedType parameterized
                    ? Optional.of(parameterized.getActualTypeArguments()[0])
                    : Optional.empty();
        }
        Map<Type, Type> bindings = bindings(type);
        return superTypes(raw).stream()
                .filter(parent -> generic.isAssignableFrom(erasure(parent)))
                .flatMap(parent -> argument(parent, generic).stream())
                .map(found -> substitute(found, bindings))
                .findFirst();
    }

    /** Whether nothing in the type is left open. */
    static boolean concrete(Type type) {
        if (type instanceof ParameterizedType parameterized) {
            return Arrays.stream(parameterized.getActualTypeArguments()).allMatch(GenericTypes::concrete);
        }
        return type instanceof Class<?> || type instanceof GenericArrayType;
    }

    /** Whether two types are the same, whoever made the objects that describe them. */
    static boolean same(Type left, Type right) {
        return erasure(left) == erasure(right) && text(left).equals(text(right));
    }

    /** The type as one would write it, with full names. */
    static String text(Type type) {
        if (type instanceof Class<?> plain && plain.getCanonicalName() != null) {
            return plain.getCanonicalName();
        }
        if (type instanceof ParameterizedType parameterized) {
            return Arrays.stream(parameterized.getActualTypeArguments())
                    .map(GenericTypes::text)
                    .collect(Collectors.joining(", ", text(parameterized.getRawType()) + "<", ">"));
        }
        return type.getTypeName();
    }

    /** The type {@code raw<arguments>}, equal to the one that reflection makes. */
    static ParameterizedType parameterized(Class<?> raw, Type... arguments) {
        return new Parameterized(raw, List.of(arguments), raw.getDeclaringClass());
    }

    /** An array of whatever the component is. */
    static Type array(Type component) {
        return component instanceof Class<?> plain ? plain.arrayType() : new Array(component);
    }

    /**
     * A type that is left open: a variable or a wildcard.
     *
     * @param text as one would write it
     */
    static Type open(String text, List<Type> upperBounds) {
        return new Open(text, upperBounds.isEmpty() ? List.of(Object.class) : List.copyOf(upperBounds));
    }

    private static List<Type> superTypes(Class<?> type) {
        List<Type> parents = new ArrayList<>(List.of(type.getGenericInterfaces()));
        Type superclass = type.getGenericSuperclass();
        if (superclass != null) {
            parents.add(0, superclass);
        }
        return parents;
    }

    private static Map<Type, Type> bindings(Type type) {
        Map<Type, Type> bindings = new HashMap<>();
        if (type instanceof ParameterizedType parameterized) {
            Type[] arguments = parameterized.getActualTypeArguments();
            TypeVariable<?>[] variables = erasure(type).getTypeParameters();
            for (int i = 0; i < variables.length; i++) {
                bindings.put(variables[i], arguments[i]);
            }
        }
        return bindings;
    }

    private static Type substitute(Type type, Map<Type, Type> bindings) {
        if (type instanceof ParameterizedType parameterized) {
            Type[] arguments = Arrays.stream(parameterized.getActualTypeArguments())
                    .map(argument -> substitute(argument, bindings))
                    .toArray(Type[]::new);
            return parameterized(erasure(parameterized), arguments);
        }
        return bindings.getOrDefault(type, type);
    }

    private record Parameterized(
            Class<?> raw, List<Type> arguments, @Nullable Class<?> owner) implements ParameterizedType {

        @Override
        public Type[] getActualTypeArguments() {
            return arguments.toArray(Type[]::new);
        }

        @Override
        public Type getRawType() {
            return raw;
        }

        @Override
        public @Nullable Type getOwnerType() {
            return owner;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof ParameterizedType that
                    && raw.equals(that.getRawType())
                    && Objects.equals(owner, that.getOwnerType())
                    && arguments.equals(List.of(that.getActualTypeArguments()));
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(getActualTypeArguments()) ^ Objects.hashCode(owner) ^ raw.hashCode();
        }

        @Override
        public String toString() {
            return text(this);
        }
    }

    private record Array(Type component) implements GenericArrayType {

        @Override
        public Type getGenericComponentType() {
            return component;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof GenericArrayType that && component.equals(that.getGenericComponentType());
        }

        @Override
        public int hashCode() {
            return component.hashCode();
        }

        @Override
        public String toString() {
            return text(component) + "[]";
        }
    }

    private record Open(String text, List<Type> upperBounds) implements WildcardType {

        @Override
        public Type[] getUpperBounds() {
            return upperBounds.toArray(Type[]::new);
        }

        @Override
        public Type[] getLowerBounds() {
            return new Type[0];
        }

        @Override
        public String toString() {
            return text;
        }
    }
}

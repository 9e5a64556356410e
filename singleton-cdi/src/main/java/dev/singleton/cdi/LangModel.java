package dev.singleton.cdi;

import dev.singleton.Proxy;
import dev.singleton.Singleton;
import dev.singleton.SingletonActor;
import dev.singleton.SingletonConfigurationException;
import jakarta.enterprise.context.NormalScope;
import jakarta.enterprise.inject.build.compatible.spi.InjectionPointInfo;
import jakarta.enterprise.inject.build.compatible.spi.Types;
import jakarta.enterprise.lang.model.AnnotationInfo;
import jakarta.enterprise.lang.model.declarations.ClassInfo;
import jakarta.enterprise.lang.model.declarations.DeclarationInfo;
import jakarta.enterprise.lang.model.types.Type.Kind;
import jakarta.inject.Provider;
import jakarta.inject.Scope;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.annotation.Annotation;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * From the language model of CDI to reflection and back, so that there is one check for both extension mechanisms. The
 * classes of the application can be loaded while it is built; they are not initialised.
 */
final class LangModel {

    private static final Logger LOG = System.getLogger(LangModel.class.getName());

    private LangModel() {}

    static Class<?> load(ClassInfo type) {
        return load(type.name());
    }

    /** A class of the application, by its binary name. */
    static Class<?> load(String name) {
        try {
            return loaded(name);
        } catch (ClassNotFoundException | LinkageError missing) {
            throw new SingletonConfigurationException(
                    "The class " + name + ", which a cluster singleton or its handle needs, cannot be loaded: "
                            + missing + "; add what it needs to the application",
                    missing);
        }
    }

    /** The same, for a class that may not be there: what the container generates is none of ours. */
    private static Optional<Class<?>> find(String name) {
        try {
            return Optional.of(loaded(name));
        } catch (ClassNotFoundException | LinkageError missing) {
            LOG.log(Level.DEBUG, "Not looked at: " + name, missing);
            return Optional.empty();
        }
    }

    private static Class<?> loaded(String name) throws ClassNotFoundException {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return Class.forName(name, false, context != null ? context : LangModel.class.getClassLoader());
    }

    /** Whether an injection point of this type may concern us. */
    static boolean concerns(jakarta.enterprise.lang.model.types.Type type) {
        if (type.isParameterizedType()) {
            String generic = type.asParameterizedType().declaration().name();
            if (generic.equals(Proxy.class.getName())) {
                return true;
            }
            boolean indirect =
                    find(generic).filter(Provider.class::isAssignableFrom).isPresent();
            return indirect
                    ? concerns(type.asParameterizedType().typeArguments().get(0))
                    : find(generic)
                            .filter(SingletonActor.class::isAssignableFrom)
                            .isPresent();
        }
        return type.isClass()
                && find(type.asClass().declaration().name())
                        .filter(raw -> raw == Proxy.class || SingletonActor.class.isAssignableFrom(raw))
                        .isPresent();
    }

    /** The types of annotations; one whose class is not there is none that is asked for. */
    static Set<Class<? extends Annotation>> types(Collection<AnnotationInfo> annotations) {
        Set<Class<? extends Annotation>> types = new HashSet<>();
        for (AnnotationInfo annotation : annotations) {
            find(annotation.name()).ifPresent(type -> types.add(type.asSubclass(Annotation.class)));
        }
        return types;
    }

    static boolean isScope(Class<? extends Annotation> type) {
        return type.isAnnotationPresent(NormalScope.class) || type.isAnnotationPresent(Scope.class);
    }

    static Singleton singleton(AnnotationInfo annotation) {
        String role = annotation.hasMember("role") ? annotation.member("role").asString() : "";
        return new Singleton.Literal(annotation.value().asString(), role);
    }

    /** The type of an injection point, with {@code Instance} around it, which some containers have taken off. */
    static Type type(InjectionPointInfo point) {
        DeclarationInfo place = point.declaration();
        jakarta.enterprise.lang.model.types.Type written = place.isParameter()
                ? place.asParameter().type()
                : place.asField().type();
        Type resolved = type(point.type());
        boolean takenOff = isProvider(written) && !isProvider(point.type());
        return takenOff
                ? GenericTypes.parameterized(load(written.asParameterizedType().declaration()), resolved)
                : resolved;
    }

    private static boolean isProvider(jakarta.enterprise.lang.model.types.Type type) {
        return type.isParameterizedType()
                && find(type.asParameterizedType().declaration().name())
                        .filter(Provider.class::isAssignableFrom)
                        .isPresent();
    }

    static Type type(jakarta.enterprise.lang.model.types.Type type) {
        Kind kind = type.kind();
        return switch (kind) {
            case CLASS -> load(type.asClass().declaration());
            case PARAMETERIZED_TYPE ->
                GenericTypes.parameterized(
                        load(type.asParameterizedType().declaration()),
                        type.asParameterizedType().typeArguments().stream()
                                .map(LangModel::type)
                                .toArray(Type[]::new));
            case ARRAY -> GenericTypes.array(type(type.asArray().componentType()));
            case TYPE_VARIABLE ->
                GenericTypes.open(
                        type.asTypeVariable().name(),
                        type.asTypeVariable().bounds().isEmpty() ? List.of() : List.of(load(raw(type))));
            case WILDCARD_TYPE -> wildcard(type.asWildcardType());
            case PRIMITIVE -> primitive(type.asPrimitive().name());
            case VOID -> void.class;
        };
    }

    private static Type wildcard(jakarta.enterprise.lang.model.types.WildcardType type) {
        if (type.lowerBound() != null) {
            return GenericTypes.open("? super " + GenericTypes.text(type(type.lowerBound())), List.of());
        }
        boolean unbounded = type.upperBound() == null || type(type.upperBound()) == Object.class;
        return unbounded
                ? GenericTypes.open("?", List.of())
                : GenericTypes.open(
                        "? extends " + GenericTypes.text(type(type.upperBound())), List.of(type(type.upperBound())));
    }

    /** The class behind a type that is none of arrays and primitives; a bound may name its own variable, so no further. */
    private static ClassInfo raw(jakarta.enterprise.lang.model.types.Type type) {
        return switch (type.kind()) {
            case CLASS -> type.asClass().declaration();
            case PARAMETERIZED_TYPE -> type.asParameterizedType().declaration();
            case TYPE_VARIABLE -> raw(type.asTypeVariable().bounds().get(0));
            default -> throw new IllegalArgumentException(type + " has no class");
        };
    }

    /** The type of a parameter as reflection says it for people; nothing is loaded for it. */
    static String simpleName(jakarta.enterprise.lang.model.types.Type type) {
        return switch (type.kind()) {
            case ARRAY -> simpleName(type.asArray().componentType()) + "[]";
            case PRIMITIVE -> type.asPrimitive().name();
            case TYPE_VARIABLE ->
                type.asTypeVariable().bounds().isEmpty() ? "Object" : raw(type).simpleName();
            default -> raw(type).simpleName();
        };
    }

    private static Class<?> primitive(String name) {
        return List.<Class<?>>of(
                        boolean.class,
                        byte.class,
                        short.class,
                        char.class,
                        int.class,
                        long.class,
                        float.class,
                        double.class)
                .stream()
                .filter(type -> type.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** A type as the container wants it of us; one that leaves nothing open. */
    static jakarta.enterprise.lang.model.types.Type of(Type type, Types types) {
        if (type instanceof ParameterizedType parameterized) {
            jakarta.enterprise.lang.model.types.Type[] arguments =
                    List.of(parameterized.getActualTypeArguments()).stream()
                            .map(argument -> of(argument, types))
                            .toArray(jakarta.enterprise.lang.model.types.Type[]::new);
            return types.parameterized(GenericTypes.erasure(parameterized), arguments);
        }
        if (type instanceof GenericArrayType array) {
            return types.ofArray(of(array.getGenericComponentType(), types), 1);
        }
        return types.of(GenericTypes.erasure(type));
    }
}

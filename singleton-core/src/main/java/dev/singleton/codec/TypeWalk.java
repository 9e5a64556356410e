package dev.singleton.codec;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Visits all types that a declared type can contain, and collects what cannot travel. Each class is visited once for
 * each set of type arguments, with its fields as Jackson sees them, so that what is checked is what will be written. A
 * path names the class that declares the field, because that is where the mend is made.
 */
final class TypeWalk {

    /** A type argument inside of a type argument, and so on; more than that is a type that contains ever larger ones. */
    private static final int MAX_NESTED_ARGUMENTS = 20;

    private static final String MEND = "make it a sealed interface, or name a record, an enum or a final class instead";

    private final ObjectMapper mapper;
    private final Set<String> faults = new LinkedHashSet<>();
    private final Set<JavaType> seen = new LinkedHashSet<>();
    private final Deque<JavaType> todo = new ArrayDeque<>();

    TypeWalk(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    /** Each with the path where it was met and the mend; empty when every value of the type can travel. */
    List<String> faultsOf(Class<?> declared) {
        JavaType root = mapper.constructType(declared);
        visit(root, Types.display(declared));
        while (!todo.isEmpty()) {
            visitPresent(todo.remove());
        }
        if (faults.isEmpty()) {
            RoundTrip roundTrip = new RoundTrip(mapper);
            seen.forEach(it -> faults.addAll(roundTrip.faultsOf(it)));
        }
        return List.copyOf(faults);
    }

    private void visit(JavaType type, String path) {
        Class<?> raw = type.getRawClass();
        if ((raw.isPrimitive() && raw != void.class) || raw.isEnum() || Types.SCALARS.contains(raw)) {
            return;
        }
        if (depth(type) > MAX_NESTED_ARGUMENTS) {
            fault(path, "its type arguments grow without end; end them with a class of its own");
        } else if (raw.isArray()) {
            visit(type.getContentType(), path + "[]");
        } else if (raw == Optional.class) {
            visitOptional(type, path);
        } else if (Types.isContainer(raw)) {
            visitContainer(type, path);
        } else if (Types.isPlatform(raw)) {
            fault(path, platformFault(raw));
        } else if (Types.isSealed(raw)) {
            visitSealed(type, path);
        } else if (Types.isAbstract(raw)) {
            fault(path, raw.getName() + " is open, so anybody could implement it; " + MEND);
        } else if (seen.add(type)) {
            todo.add(type);
        }
    }

    private void visitOptional(JavaType type, String path) {
        if (isRaw(type)) {
            fault(
                    path,
                    "a raw Optional can hold anything; name the type of its value," + " as a component of a record");
        } else if (type.getReferencedType().getRawClass() == Optional.class) {
            fault(path, "an Optional of an Optional loses the difference between the two; use one");
        } else {
            visit(type.getReferencedType(), path);
        }
    }

    private void visitContainer(JavaType type, String path) {
        Class<?> raw = type.getRawClass();
        if (!Types.CONTAINERS.contains(raw)) {
            fault(
                    path,
                    raw.getName() + " would come back as another class; declare List, Set, Map or a standard class"
                            + " of java.util");
        } else if (isRaw(type)) {
            fault(
                    path,
                    "a raw " + raw.getSimpleName() + " can hold anything; name the type of its elements,"
                            + " as a component of a record");
        } else if (type.isMapLikeType()) {
            visitKey(type.getKeyType(), path + "{key}");
            visit(type.getContentType(), path + "{value}");
        } else {
            visit(type.getContentType(), path + "[]");
        }
    }

    private void visitKey(JavaType type, String path) {
        if (!Types.isKey(type.getRawClass())) {
            fault(
                    path,
                    type.getRawClass().getName() + " cannot be a map's key; use String, an enum, an integer type, UUID,"
                            + " LocalDate or Instant, or a List of entries");
        }
    }

    private void visitSealed(JavaType type, String path) {
        if (!seen.add(type)) {
            return;
        }
        for (Class<?> permitted : Types.permittedBy(type.getRawClass())) {
            if (permitted == type.getRawClass()) {
                todo.add(type);
                continue;
            }
            try {
                visit(mapper.getTypeFactory().constructSpecializedType(type, permitted), Types.display(permitted));
            } catch (IllegalArgumentException e) {
                fault(path, permitted.getName() + " does not fit " + type.toCanonical() + " (" + e.getMessage() + ")");
            }
        }
    }

    private void visitPresent(JavaType type) {
        try {
            visitClass(type);
        } catch (LinkageError | TypeNotPresentException missing) {
            fault(
                    Types.display(type.getRawClass()),
                    "a class that it needs cannot be loaded (" + missing + "); add it to the application");
        }
    }

    private void visitClass(JavaType type) {
        String path = Types.display(type.getRawClass());
        List<String> own = ClassShape.faultsOf(type.getRawClass());
        own.forEach(it -> fault(path, it));
        if (!own.isEmpty()) {
            return;
        }
        try {
            for (BeanPropertyDefinition written : Mappers.written(mapper, type)) {
                visit(written.getAccessor().getType(), path + "." + written.getName());
            }
            for (BeanPropertyDefinition read :
                    mapper.getDeserializationConfig().introspect(type).findProperties()) {
                visit(read.getPrimaryType(), path + "." + read.getName());
            }
        } catch (IllegalArgumentException e) {
            fault(path, "its fields cannot be told apart: " + e.getMessage());
        }
    }

    private static String platformFault(Class<?> raw) {
        if (raw == Object.class) {
            return "java.lang.Object can hold anything; " + MEND;
        }
        return raw.getName() + " is not a value that travels; "
                + (raw.isInterface() || Types.isAbstract(raw) ? MEND : "name a type of your own, or mark it transient");
    }

    private static boolean isRaw(JavaType type) {
        return type.getBindings().isEmpty();
    }

    private static int depth(JavaType type) {
        int deepest = 0;
        for (JavaType argument : type.getBindings().getTypeParameters()) {
            deepest = Math.max(deepest, depth(argument));
        }
        return deepest + 1;
    }

    private void fault(String path, String text) {
        faults.add(path + ": " + text);
    }
}

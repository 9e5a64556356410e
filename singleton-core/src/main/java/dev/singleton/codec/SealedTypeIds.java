package dev.singleton.codec;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.DatabindContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.jsontype.impl.TypeIdResolverBase;
import com.fasterxml.jackson.databind.type.TypeFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The type ids of one sealed type, both ways: two maps made from what it permits, and never a look-up by name. */
final class SealedTypeIds extends TypeIdResolverBase {

    private final JavaType base;
    private final Map<Class<?>, String> ids = new HashMap<>();
    private final Map<String, JavaType> types = new HashMap<>();

    SealedTypeIds(JavaType base, TypeFactory factory) {
        super(base, factory);
        this.base = base;
        for (Class<?> permitted : Types.permittedBy(base.getRawClass())) {
            String id = idOf(permitted, base.getRawClass());
            ids.put(permitted, id);
            types.put(id, factory.constructSpecializedType(base, permitted));
        }
    }

    /**
     * Depends on the two names only, so that an id stays what it is when other classes come and go: {@code Schedule}
     * inside of the sealed type, {@code .Schedule} in its package, the binary name elsewhere.
     */
    static String idOf(Class<?> permitted, Class<?> sealed) {
        String name = permitted.getName();
        String inside = sealed.getName() + "$";
        if (name.startsWith(inside)) {
            return name.substring(inside.length());
        }
        return permitted.getPackageName().equals(sealed.getPackageName())
                ? "." + Types.withoutPackage(permitted)
                : name;
    }

    @Override
    public String idFromValue(Object value) {
        return idFromValueAndType(value, value.getClass());
    }

    @Override
    public String idFromValueAndType(@Nullable Object value, Class<?> suggested) {
        Class<?> type = value instanceof Enum<?> constant ? constant.getDeclaringClass() : suggested;
        String id = ids.get(type);
        if (id == null) {
            throw new IllegalArgumentException(type.getName() + " is not one of the classes that the sealed "
                    + base.getRawClass().getName() + " permits; send exactly one of them: "
                    + new TreeSet<>(types.keySet()));
        }
        return id;
    }

    @Override
    public @Nullable JavaType typeFromId(DatabindContext context, String id) {
        return types.get(id);
    }

    @Override
    public String getDescForKnownTypeIds() {
        return new TreeSet<>(types.keySet()).toString();
    }

    @Override
    public JsonTypeInfo.Id getMechanism() {
        return JsonTypeInfo.Id.CUSTOM;
    }
}

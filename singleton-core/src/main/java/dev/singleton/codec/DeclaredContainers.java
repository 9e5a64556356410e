package dev.singleton.codec;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.CacheProvider;
import com.fasterxml.jackson.databind.ser.DefaultSerializerProvider;
import com.fasterxml.jackson.databind.ser.SerializerFactory;

/**
 * Has collections, maps and arrays written as what they are declared and not as the class that stands there. The class
 * knows less: {@code HashMap.values()} says nothing about its elements, an {@code EnumSet} in a {@code Set<? extends
 * Command>} only that they are of one enum, so the type ids that the reader waits for would be missing.
 */
final class DeclaredContainers extends DefaultSerializerProvider {

    private static final long serialVersionUID = 1L;

    DeclaredContainers() {}

    private DeclaredContainers(DeclaredContainers source) {
        super(source);
    }

    private DeclaredContainers(SerializerProvider source, SerializationConfig config, SerializerFactory factory) {
        super(source, config, factory);
    }

    private DeclaredContainers(DeclaredContainers source, CacheProvider caches) {
        super(source, caches);
    }

    @Override
    public DefaultSerializerProvider withCaches(CacheProvider caches) {
        return new DeclaredContainers(this, caches);
    }

    @Override
    public DefaultSerializerProvider copy() {
        return new DeclaredContainers(this);
    }

    @Override
    public DefaultSerializerProvider createInstance(SerializationConfig config, SerializerFactory factory) {
        return new DeclaredContainers(this, config, factory);
    }

    @Override
    public JavaType constructSpecializedType(JavaType declared, Class<?> actual) {
        return declared.isContainerType() ? declared : super.constructSpecializedType(declared, actual);
    }
}

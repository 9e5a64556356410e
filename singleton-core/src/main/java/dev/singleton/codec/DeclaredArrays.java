package dev.singleton.codec;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import com.fasterxml.jackson.databind.ser.Serializers;
import com.fasterxml.jackson.databind.ser.std.ObjectArraySerializer;
import com.fasterxml.jackson.databind.type.ArrayType;
import org.jspecify.annotations.Nullable;

/** The same as {@link DeclaredContainers} for arrays in arrays, whose class Jackson takes without asking. */
final class DeclaredArrays extends Serializers.Base {

    @Override
    public @Nullable JsonSerializer<?> findArraySerializer(
            SerializationConfig config,
            ArrayType type,
            BeanDescription description,
            @Nullable TypeSerializer elementTypes,
            @Nullable JsonSerializer<Object> elements) {
        return type.getContentType().isContainerType()
                ? new ObjectArraySerializer(type.getContentType(), true, elementTypes, elements)
                : null;
    }
}

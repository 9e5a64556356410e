package dev.singleton.codec;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.type.WritableTypeId;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.jsontype.TypeIdResolver;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Stands where a non-final class is declared and writes no type id, but refuses an object of a subclass: it would come
 * back as the declared class, without what the subclass added. A type serializer because Jackson shows it every value,
 * be it in a field, a collection, a map, an array or at the root.
 */
final class ExactTypeSerializer extends TypeSerializer {

    private final Class<?> declared;

    ExactTypeSerializer(Class<?> declared) {
        this.declared = declared;
    }

    @Override
    public WritableTypeId writeTypePrefix(JsonGenerator generator, WritableTypeId id) throws IOException {
        Class<?> actual = id.forValue.getClass();
        if (actual != declared) {
            throw new IllegalArgumentException(
                    actual.getName() + " stands where " + declared.getName() + " is declared, and would come back as "
                            + "one; make " + Types.withoutPackage(declared) + " sealed, or send exactly that class");
        }
        if (id.valueShape == JsonToken.START_OBJECT) {
            generator.writeStartObject(id.forValue);
        } else if (id.valueShape == JsonToken.START_ARRAY) {
            generator.writeStartArray(id.forValue);
        }
        return id;
    }

    @Override
    public WritableTypeId writeTypeSuffix(JsonGenerator generator, WritableTypeId id) throws IOException {
        if (id.valueShape == JsonToken.START_OBJECT) {
            generator.writeEndObject();
        } else if (id.valueShape == JsonToken.START_ARRAY) {
            generator.writeEndArray();
        }
        return id;
    }

    @Override
    public TypeSerializer forProperty(@Nullable BeanProperty property) {
        return this;
    }

    @Override
    public JsonTypeInfo.As getTypeInclusion() {
        return JsonTypeInfo.As.WRAPPER_ARRAY;
    }

    @Override
    public @Nullable String getPropertyName() {
        return null;
    }

    @Override
    public @Nullable TypeIdResolver getTypeIdResolver() {
        return null;
    }
}

package dev.singleton.codec;

import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import com.fasterxml.jackson.databind.jsontype.TypeDeserializer;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import com.fasterxml.jackson.databind.jsontype.impl.AsArrayTypeDeserializer;
import com.fasterxml.jackson.databind.jsontype.impl.AsArrayTypeSerializer;
import com.fasterxml.jackson.databind.jsontype.impl.StdTypeResolverBuilder;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * What may stand where a type is declared: one of the permitted classes of a sealed type, written as {@code [type id,
 * value]}; or exactly the declared class, written as it is. The pair works for enums too, and the id comes first, so
 * nothing is buffered to find it.
 */
final class TypeRules extends StdTypeResolverBuilder {

    private static final long serialVersionUID = 1L;

    @Override
    public TypeSerializer buildTypeSerializer(
            SerializationConfig config, JavaType base, @Nullable Collection<NamedType> subtypes) {
        return Types.isSealed(base.getRawClass())
                ? new AsArrayTypeSerializer(new SealedTypeIds(base, config.getTypeFactory()), null)
                : new ExactTypeSerializer(base.getRawClass());
    }

    @Override
    public @Nullable TypeDeserializer buildTypeDeserializer(
            DeserializationConfig config, JavaType base, @Nullable Collection<NamedType> subtypes) {
        return Types.isSealed(base.getRawClass())
                ? new AsArrayTypeDeserializer(base, new SealedTypeIds(base, config.getTypeFactory()), "", false, null)
                : null;
    }
}

package dev.singleton.codec;

import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBase;
import com.fasterxml.jackson.databind.deser.DefaultDeserializationContext;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.ser.impl.UnknownSerializer;
import com.fasterxml.jackson.databind.ser.std.BeanSerializerBase;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Has Jackson make what it needs to write and to read a class, and compares the two: what is written must be read back,
 * and the other way round. This is what would otherwise fail at the first message.
 */
final class RoundTrip {

    private final ObjectMapper mapper;
    private final DeserializationContext reading;

    RoundTrip(ObjectMapper mapper) {
        this.mapper = mapper;
        this.reading = ((DefaultDeserializationContext) mapper.getDeserializationContext())
                .createDummyInstance(mapper.getDeserializationConfig());
    }

    List<String> faultsOf(JavaType type) {
        if (Types.isAbstract(type.getRawClass())) {
            return List.of();
        }
        String path = Types.display(type.getRawClass()) + ": ";
        try {
            JsonSerializer<?> writer = mapper.getSerializerProviderInstance().findValueSerializer(type, null);
            JsonDeserializer<?> reader = reading.findNonContextualValueDeserializer(type);
            Set<String> written = new LinkedHashSet<>();
            Mappers.written(mapper, type).forEach(it -> written.add(it.getName()));
            // Without a field Jackson looks for another way to write it, and finds one for what can be iterated.
            boolean byFields =
                    writer instanceof BeanSerializerBase || (written.isEmpty() && writer instanceof UnknownSerializer);
            if (!(reader instanceof BeanDeserializerBase bean) || !byFields) {
                return List.of(path + type.getRawClass().getName()
                        + " implements a type that would not be written by its fields; carry its values in a record");
            }
            return compare(type, bean, written).stream().map(path::concat).toList();
        } catch (JsonMappingException | IllegalArgumentException e) {
            String reason = e instanceof JsonMappingException mapping ? mapping.getOriginalMessage() : e.getMessage();
            return List.of(path + reason);
        }
    }

    private static List<String> compare(JavaType type, BeanDeserializerBase reader, Set<String> written) {
        var instantiator = reader.getValueInstantiator();
        if (!instantiator.canCreateUsingDefault() && !instantiator.canCreateFromObjectWith()) {
            return List.of(type.getRawClass().getName() + " cannot be built anew; make it a record, add a no-argument"
                    + " constructor (it may be private), keep one constructor whose parameters are named after the"
                    + " fields (compile with -parameters), or annotate one with @JsonCreator and its parameters with"
                    + " @JsonProperty");
        }
        List<String> faults = new ArrayList<>();
        for (String name : written) {
            if (!reader.hasProperty(name)) {
                faults.add("the field " + name + " is written but cannot be read back; add it to the constructor");
            }
        }
        reader.creatorProperties().forEachRemaining(parameter -> {
            if (!written.contains(parameter.getName())) {
                faults.add(noField(parameter));
            }
        });
        return faults;
    }

    private static String noField(SettableBeanProperty parameter) {
        return "the constructor wants " + parameter.getName() + ", but no field of that name is written; name both"
                + " alike, or annotate the parameter with @JsonProperty";
    }
}

package dev.singleton.codec;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.databind.type.TypeFactory;
import com.fasterxml.jackson.databind.util.LRUMap;
import com.fasterxml.jackson.databind.util.LookupCache;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeFeature;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZonedDateTime;
import java.util.List;

/** Sets Jackson up: values by their fields, types by our rules, every input bounded, nothing shared between codecs. */
final class Mappers {

    /** Deep enough for any message, shallow enough for a thread with a stack of 512 KiB. */
    static final int MAX_DEPTH = 500;

    /** In bytes. Arithmetic on longer ones takes more than linear time, so a short message could keep a thread busy. */
    static final int MAX_NUMBER_LENGTH = 10_000;

    private static final int POOLED_BUFFERS = 16;
    private static final int CACHED_TYPES = 500;

    private Mappers() {}

    static ObjectMapper create() {
        CBORMapper.Builder builder = CBORMapper.builder(factory())
                // Before the modules: they teach it what an Optional is.
                .typeFactory(ownTypeFactory())
                .addModule(new Jdk8Module())
                .addModule(new JavaTimeModule().disable(JavaTimeFeature.NORMALIZE_DESERIALIZED_ZONE_ID))
                .annotationIntrospector(new MessageIntrospector())
                .visibility(PropertyAccessor.ALL, Visibility.NONE)
                .visibility(PropertyAccessor.FIELD, Visibility.ANY);
        strict(builder);
        tolerant(builder);
        exactTimes(builder);
        ObjectMapper mapper = builder.build();
        mapper.setSerializerProvider(new DeclaredContainers());
        mapper.setSerializerFactory(mapper.getSerializerFactory().withAdditionalSerializers(new DeclaredArrays()));
        return mapper;
    }

    /** The properties of a class that are written. Jackson also names those that are only read, without an accessor. */
    static List<BeanPropertyDefinition> written(ObjectMapper mapper, JavaType type) {
        return mapper.getSerializationConfig().introspect(type).findProperties().stream()
                .filter(it -> it.getAccessor() != null)
                .toList();
    }

    /**
     * A string or binary is never longer than the bytes that hold it, so their length needs no bound of its own; the
     * transport bounds the frame. The buffer pool is ours because the default one leaves something of ours on the
     * threads of the application server. Names are not interned, as they may come from anybody.
     */
    private static CBORFactory factory() {
        return CBORFactory.builder()
                .recyclerPool(JsonRecyclerPools.newBoundedPool(POOLED_BUFFERS))
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(MAX_DEPTH)
                        .maxNumberLength(MAX_NUMBER_LENGTH)
                        .maxStringLength(Integer.MAX_VALUE)
                        .maxNameLength(Integer.MAX_VALUE)
                        .build())
                .streamWriteConstraints(StreamWriteConstraints.builder()
                        .maxNestingDepth(MAX_DEPTH)
                        .build())
                .build();
    }

    /** The default one is static, and its cache would pin the classes of an application that is long gone. */
    private static TypeFactory ownTypeFactory() {
        LookupCache<Object, JavaType> cache = new LRUMap<>(16, CACHED_TYPES);
        return TypeFactory.defaultInstance().withCache(cache);
    }

    private static void strict(CBORMapper.Builder builder) {
        builder.enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
                .enable(DeserializationFeature.FAIL_ON_INVALID_SUBTYPE)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .disable(MapperFeature.USE_GETTERS_AS_SETTERS)
                .withCoercionConfig(
                        LogicalType.Textual,
                        it -> it.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail));
    }

    private static void tolerant(CBORMapper.Builder builder) {
        builder.disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS);
    }

    /** Numbers where they keep everything, text where a number would lose the offset or the zone. */
    private static void exactTimes(CBORMapper.Builder builder) {
        builder.enable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
                .enable(SerializationFeature.WRITE_DATE_TIMESTAMPS_AS_NANOSECONDS)
                .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
                .enable(SerializationFeature.WRITE_DATES_WITH_ZONE_ID)
                .disable(DeserializationFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE);
        JsonFormat.Value text = JsonFormat.Value.forShape(JsonFormat.Shape.STRING);
        builder.withConfigOverride(ZonedDateTime.class, it -> it.setFormat(text));
        builder.withConfigOverride(OffsetDateTime.class, it -> it.setFormat(text));
        builder.withConfigOverride(OffsetTime.class, it -> it.setFormat(text));
    }
}

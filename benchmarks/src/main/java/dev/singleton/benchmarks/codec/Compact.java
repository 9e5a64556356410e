package dev.singleton.benchmarks.codec;

import com.hazelcast.config.CompactSerializationConfig;
import com.hazelcast.config.SerializationConfig;
import com.hazelcast.internal.serialization.InternalSerializationService;
import com.hazelcast.internal.serialization.SerializationService;
import com.hazelcast.internal.serialization.impl.DefaultSerializationServiceBuilder;
import com.hazelcast.internal.serialization.impl.HeapData;

/** Hazelcast's Compact, with a serializer written by hand for each class: by itself it carries only some of them. */
final class Compact implements Candidate {

    private final SerializationService service;

    Compact() {
        SerializationConfig config = new SerializationConfig();
        CompactSerializationConfig compact = config.getCompactSerializationConfig();
        compact.addSerializer(new CompactSerializers.OfSchedule());
        compact.addSerializer(new CompactSerializers.OfLine());
        compact.addSerializer(new CompactSerializers.OfImport());
        compact.addSerializer(new CompactSerializers.OfPlaceOrder());
        service = serviceOf(config);
    }

    static InternalSerializationService serviceOf(SerializationConfig config) {
        return new DefaultSerializationServiceBuilder()
                .setConfig(config)
                .setSchemaService(new Schemas())
                .build();
    }

    @Override
    public byte[] write(Command message, Class<? extends Command> declared) {
        return service.toData(message).toByteArray();
    }

    @Override
    public Command read(byte[] bytes, Class<? extends Command> declared) {
        return declared.cast(service.toObject(new HeapData(bytes)));
    }
}

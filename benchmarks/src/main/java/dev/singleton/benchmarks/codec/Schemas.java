package dev.singleton.benchmarks.codec;

import com.hazelcast.internal.serialization.impl.compact.Schema;
import com.hazelcast.internal.serialization.impl.compact.SchemaService;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The schemas of Compact, as a member knows them once the cluster has agreed on them. */
final class Schemas implements SchemaService {

    private final Map<Long, Schema> known = new ConcurrentHashMap<>();

    @Override
    public @Nullable Schema get(long schemaId) {
        return known.get(schemaId);
    }

    @Override
    public void put(Schema schema) {
        putLocal(schema);
    }

    @Override
    public void putLocal(Schema schema) {
        known.put(schema.getSchemaId(), schema);
    }
}

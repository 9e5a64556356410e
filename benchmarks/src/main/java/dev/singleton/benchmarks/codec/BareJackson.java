package dev.singleton.benchmarks.codec;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Jackson's CBOR as its users set it up, with annotations that name the subtypes: what our checks cost. */
final class BareJackson implements Candidate {

    private final Map<Class<?>, ObjectWriter> writers;
    private final Map<Class<?>, ObjectReader> readers;

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, include = JsonTypeInfo.As.WRAPPER_ARRAY)
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Command.Schedule.class, name = "Schedule"),
        @JsonSubTypes.Type(value = Command.PlaceOrder.class, name = "PlaceOrder"),
        @JsonSubTypes.Type(value = Command.Import.class, name = "Import")
    })
    private interface Named {}

    BareJackson() {
        ObjectMapper mapper = CBORMapper.builder()
                .addModule(new Jdk8Module())
                .addModule(new JavaTimeModule())
                .addMixIn(Command.class, Named.class)
                .build();
        writers = declaredTypes().collect(Collectors.toMap(Function.identity(), mapper::writerFor));
        readers = declaredTypes().collect(Collectors.toMap(Function.identity(), mapper::readerFor));
    }

    private static Stream<Class<? extends Command>> declaredTypes() {
        return Stream.of(Sample.values())
                .<Class<? extends Command>>map(Sample::declared)
                .distinct();
    }

    private static <T> T of(Map<Class<?>, T> known, Class<?> declared) {
        T found = known.get(declared);
        if (found == null) {
            throw new IllegalArgumentException("Nothing was prepared for " + declared.getName());
        }
        return found;
    }

    @Override
    public byte[] write(Command message, Class<? extends Command> declared) {
        try {
            return of(writers, declared).writeValueAsBytes(message);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public Command read(byte[] bytes, Class<? extends Command> declared) {
        try {
            return of(readers, declared).readValue(bytes);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}

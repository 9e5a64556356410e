package dev.singleton.codec;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import dev.singleton.SingletonConfigurationException;
import dev.singleton.spi.MessageCodec;
import java.io.IOException;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The default codec: CBOR (RFC 8949), written and read by Jackson, for the types that a declared type names and no
 * other.
 *
 * <p><b>What travels.</b> Records, sealed hierarchies, enums, and classes by their fields (whatever their visibility;
 * {@code static} and {@code transient} ones stay behind; getters are never called). In them: primitives and their boxes,
 * {@code String}, {@code BigDecimal}, {@code BigInteger}, {@code UUID}, {@code URI}, {@code Locale}, {@code Currency},
 * the types of {@code java.time}, {@code Optional}, arrays, and the collections and maps of {@code java.util}, declared
 * with their element types. A map's keys are strings, enums, integers, {@code UUID}, {@code LocalDate} or {@code
 * Instant}. A class is built anew with its record constructor, its no-argument constructor, the constructor that carries
 * {@code @JsonCreator}, or its only constructor when its parameters are named after the fields (javac's {@code
 * -parameters}). Of Jackson's annotations only {@code @JsonCreator} on a constructor and {@code @JsonProperty} for a
 * name count.
 *
 * <p><b>What does not.</b> Anything whose values are not known beforehand: {@code Object}, open interfaces, open
 * abstract classes, raw and unbounded types, and what belongs to the platform (threads, streams, exceptions, lambdas).
 * {@link #check} finds it. Where a non-final class is declared, exactly that class is accepted.
 *
 * <p><b>Reading.</b> No class is ever looked up by a name from the bytes. Where a sealed type is declared, a short
 * type id precedes the value: the class's name relative to the sealed type. A change of that name is a change of the
 * format, and so is a new enum constant or permitted class for a node that does not know it yet. An added field is
 * not: an unknown field is skipped; a missing one is {@code null}, {@code 0} or {@code false}, an empty {@code Optional},
 * and {@code null} for a collection, unless the constructor says otherwise. Collections come back equal but not
 * necessarily of the same class ({@code List.of} becomes an {@code ArrayList}); a sorted one has its natural order.
 * Values may be nested 500 levels deep; a big number may take 10,000 bytes (some 24,000 digits; the reader refuses
 * more); a text that is not valid Unicode (half of a surrogate pair) is refused.
 *
 * <p>Safe for any thread. What it learns about a class lives in this object only, so it goes when its node goes and
 * pins no class loader.
 */
public final class CborMessageCodec implements MessageCodec {

    private static final int MAX_REASON_LENGTH = 600;

    private final ObjectMapper mapper = Mappers.create();
    private final ConcurrentMap<Class<?>, Binding> bindings = new ConcurrentHashMap<>();

    /** A codec that knows no type yet; it learns each one at its first use. */
    public CborMessageCodec() {}

    /** What is kept of a checked type. */
    private record Binding(Class<?> boxed, ObjectWriter writer, ObjectReader reader) {}

    @Override
    public void check(Class<?> declaredType) {
        binding(declaredType);
    }

    @Override
    public byte[] encode(Object value, Class<?> declaredType) {
        Binding binding = usable(declaredType);
        if (!binding.boxed().isInstance(value)) {
            throw new IllegalArgumentException("Cannot encode " + describe(value) + " as " + declaredType.getName()
                    + ": it is not one; send an instance of the declared type");
        }
        try {
            return binding.writer().writeValueAsBytes(value);
        } catch (JacksonException | RuntimeException e) {
            throw new IllegalArgumentException(
                    "Cannot encode " + describe(value) + " as " + declaredType.getName() + ": " + reason(e), e);
        }
    }

    @Override
    public <T> T decode(byte[] bytes, Class<T> declaredType) {
        Binding binding = usable(declaredType);
        @Nullable T value;
        try (JsonParser parser = binding.reader().createParser(bytes)) {
            value = binding.reader().readValue(parser);
            requireEnd(parser, bytes.length);
        } catch (IOException | RuntimeException e) {
            throw new IllegalArgumentException(
                    "The " + bytes.length + " bytes are not a " + declaredType.getName() + ": " + reason(e), e);
        }
        if (value == null) {
            throw new IllegalArgumentException(
                    "The " + bytes.length + " bytes are not a " + declaredType.getName() + ": they say null");
        }
        return value;
    }

    /** Looks at the place and not for another token: a lone tag behind the value would be none. */
    private static void requireEnd(JsonParser parser, int length) {
        long end = parser.currentLocation().getByteOffset();
        if (end != length) {
            throw new IllegalArgumentException("something follows the value, which ends at byte " + end);
        }
    }

    private Binding binding(Class<?> declaredType) {
        Binding known = bindings.get(declaredType);
        if (known != null) {
            return known;
        }
        List<String> faults = new TypeWalk(mapper).faultsOf(declaredType);
        if (!faults.isEmpty()) {
            throw new SingletonConfigurationException(
                    declaredType.getName() + " cannot travel between nodes:\n - " + String.join("\n - ", faults));
        }
        JavaType type = mapper.constructType(declaredType);
        Class<?> boxed = MethodType.methodType(declaredType).wrap().returnType();
        Binding fresh = new Binding(boxed, mapper.writerFor(type), mapper.readerFor(type));
        Binding raced = bindings.putIfAbsent(declaredType, fresh);
        return raced == null ? fresh : raced;
    }

    private Binding usable(Class<?> declaredType) {
        try {
            return binding(declaredType);
        } catch (SingletonConfigurationException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static String describe(Object value) {
        return value == null ? "null" : "a " + value.getClass().getName();
    }

    /** The bytes may come from anybody, so what they put into the text is bounded. */
    private static String reason(Exception e) {
        String text = e instanceof JacksonException jackson ? jackson.getOriginalMessage() : String.valueOf(e);
        if (e instanceof JsonMappingException mapping && !mapping.getPath().isEmpty()) {
            text += " (at " + mapping.getPathReference() + ")";
        }
        return text.length() <= MAX_REASON_LENGTH ? text : text.substring(0, MAX_REASON_LENGTH) + "...";
    }
}

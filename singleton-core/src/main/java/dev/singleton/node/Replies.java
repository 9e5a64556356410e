package dev.singleton.node;

import dev.singleton.spi.MessageCodec;
import dev.singleton.wire.Payload;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Replies as bytes: the name of the reply's class, then its encoding. The host does not know which type was asked for,
 * and the asker never loads a class by a name that it was sent: it looks for the name among the type that it asked for
 * and the types that this one permits.
 */
final class Replies {

    /** Pairs of classes that are remembered; an actor that replies with more kinds is not looked at any further. */
    private static final int MOST_PAIRS = 1_000;

    private final MessageCodec codec;
    private final Set<Pair> lookedAt = ConcurrentHashMap.newKeySet();

    /** What was replied, and what was asked for. */
    private record Pair(Class<?> reply, Class<?> asked) {}

    Replies(MessageCodec codec) {
        this.codec = codec;
    }

    Payload encode(@Nullable Object reply) {
        if (reply == null) {
            return Payload.of(new byte[2]);
        }
        Class<?> type = typeOf(reply);
        byte[] name = type.getName().getBytes(StandardCharsets.UTF_8);
        byte[] body = codec.encode(reply, type);
        return Payload.of(ByteBuffer.allocate(2 + name.length + body.length)
                .putShort((short) name.length)
                .put(name)
                .put(body)
                .array());
    }

    /** A constant of an enum may have a class of its own. */
    private static Class<?> typeOf(Object reply) {
        return reply instanceof Enum<?> constant ? constant.getDeclaringClass() : reply.getClass();
    }

    /**
     * What would keep a reply that is delivered by reference from an asker on another node: else nobody finds out before
     * there is one. Each pair of classes is looked at once.
     *
     * @return empty when it could travel, or this was told before
     */
    Optional<String> whatKeepsHere(Object reply, Class<?> asked) {
        Pair pair = new Pair(typeOf(reply), asked);
        if (lookedAt.contains(pair) || lookedAt.size() >= MOST_PAIRS || !lookedAt.add(pair)) {
            return Optional.empty();
        }
        try {
            codec.check(pair.reply());
        } catch (RuntimeException | StackOverflowError | LinkageError cannotTravel) {
            return Optional.of(String.valueOf(cannotTravel.getMessage()));
        }
        String name = pair.reply().getName();
        return find(asked, name).isPresent() ? Optional.empty() : Optional.of(notAskedFor(name, asked));
    }

    private static String notAskedFor(String reply, Class<?> asked) {
        return "it is a " + reply + ", which is not " + asked.getName()
                + " nor a type that this one permits; ask for a concrete or sealed type";
    }

    /** @throws IllegalArgumentException when the bytes are no value of the type; the text says why */
    @Nullable
    Object decode(Payload payload, Class<?> replyType) {
        ByteBuffer buffer = ByteBuffer.wrap(payload.bytes());
        if (buffer.remaining() < 2) {
            throw new IllegalArgumentException("it has " + buffer.remaining() + " bytes");
        }
        int length = Short.toUnsignedInt(buffer.getShort());
        if (length == 0) {
            return null;
        }
        if (buffer.remaining() < length) {
            throw new IllegalArgumentException("it ends within the name of its type");
        }
        String name = new String(payload.bytes(), 2, length, StandardCharsets.UTF_8);
        Class<?> type =
                find(replyType, name).orElseThrow(() -> new IllegalArgumentException(notAskedFor(name, replyType)));
        byte[] body = new byte[buffer.remaining() - length];
        System.arraycopy(payload.bytes(), 2 + length, body, 0, body.length);
        return codec.decode(body, type);
    }

    private static Optional<Class<?>> find(Class<?> type, String name) {
        if (type.getName().equals(name)) {
            return Optional.of(type);
        }
        Class<?>[] permitted = type.isSealed() ? type.getPermittedSubclasses() : new Class<?>[0];
        for (Class<?> subtype : permitted) {
            Optional<Class<?>> found = find(subtype, name);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }
}

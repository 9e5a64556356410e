package dev.singleton.wire;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;

/**
 * Reads one frame from bytes that nobody vouches for. Every read says what it is after, so that a failure can name it, and
 * looks whether it is there before anything is allocated for it. Used by one thread.
 */
final class FrameReader {

    private final byte[] bytes;
    private final ByteBuffer buffer;

    FrameReader(byte[] bytes) {
        this.bytes = bytes;
        this.buffer = ByteBuffer.wrap(bytes);
    }

    /** Unsigned. */
    int int8(String what) throws MalformedFrameException {
        need(what, Byte.BYTES);
        return buffer.get() & 0xFF;
    }

    /** Unsigned. */
    int int16(String what) throws MalformedFrameException {
        need(what, Short.BYTES);
        return buffer.getShort() & 0xFFFF;
    }

    /** Never negative. */
    int size(String what) throws MalformedFrameException {
        need(what, Integer.BYTES);
        int size = buffer.getInt();
        if (size < 0) {
            throw malformed(what + " is negative: " + size);
        }
        return size;
    }

    long int64(String what) throws MalformedFrameException {
        need(what, Long.BYTES);
        return buffer.getLong();
    }

    boolean bool(String what) throws MalformedFrameException {
        int value = int8(what);
        if (value > 1) {
            throw malformed(what + " is " + Frames.hex(value) + " and must be 0 or 1");
        }
        return value == 1;
    }

    Optional<UUID> optionalUuid(String what) throws MalformedFrameException {
        return bool(what) ? Optional.of(uuid(what)) : Optional.empty();
    }

    UUID uuid(String what) throws MalformedFrameException {
        need(what, 2 * Long.BYTES);
        return new UUID(buffer.getLong(), buffer.getLong());
    }

    Payload payload(String what) throws MalformedFrameException {
        int size = size(what);
        need(what, size);
        byte[] copy = new byte[size];
        buffer.get(copy);
        return Payload.of(copy);
    }

    /** How many elements follow, of which each takes this many bytes at least. */
    int count(int count, int leastSize, String what) throws MalformedFrameException {
        if (count > buffer.remaining() / leastSize) {
            throw malformed("there are to be " + count + " " + what + " of " + leastSize + " bytes at least, and only "
                    + buffer.remaining() + " bytes are left");
        }
        return count;
    }

    /** The name of a singleton. */
    String typeName() throws MalformedFrameException {
        int length = int8("the type name");
        if (length == 0) {
            throw malformed("the type name is empty");
        }
        need("the type name", length);
        int start = buffer.position();
        for (int i = 0; i < length; i++) {
            if (!TypeNames.allows(bytes[start + i], i)) {
                throw malformed("the type name has " + Frames.hex(bytes[start + i] & 0xFF) + " as its byte " + i
                        + " and must match " + TypeNames.RULE);
            }
        }
        buffer.position(start + length);
        return new String(bytes, start, length, StandardCharsets.US_ASCII);
    }

    String string(String what) throws MalformedFrameException {
        int length = int16(what);
        need(what, length);
        if (length == 0) {
            return "";
        }
        ByteBuffer slice = buffer.slice(buffer.position(), length);
        try {
            // A decoder of its own, because the charset's decode() replaces what is malformed instead of refusing it.
            String text = StandardCharsets.UTF_8.newDecoder().decode(slice).toString();
            buffer.position(buffer.position() + length);
            return text;
        } catch (CharacterCodingException e) {
            throw malformed(what + " is not UTF-8 after " + slice.position() + " of its " + length + " bytes");
        }
    }

    /** A string for people, cut when it is longer than ours are: it goes into logs. */
    String text(String what) throws MalformedFrameException {
        return FrameSink.cut(string(what));
    }

    /** Nothing may follow. */
    void end() throws MalformedFrameException {
        if (buffer.hasRemaining()) {
            throw malformed("the frame is complete and " + buffer.remaining() + " bytes follow it");
        }
    }

    private void need(String what, int size) throws MalformedFrameException {
        if (buffer.remaining() < size) {
            throw malformed(what + " needs " + size + " bytes and " + buffer.remaining() + " are left");
        }
    }

    MalformedFrameException malformed(String what) {
        return new MalformedFrameException(
                "Malformed frame of " + bytes.length + " bytes, before byte " + buffer.position() + ": " + what);
    }
}

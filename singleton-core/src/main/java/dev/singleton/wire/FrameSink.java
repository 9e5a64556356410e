package dev.singleton.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * Where {@link FrameEncoder} writes to: first to a counter, then to an array of exactly that size. One description of the
 * layout serves both, so they cannot differ.
 */
abstract sealed class FrameSink {

    private static final int MAX_UNSIGNED_16 = 0xFFFF;

    /** The length of texts for people: an exception's message must not make a frame impossible to send. */
    static final int MAX_TEXT = 4096;

    abstract void int8(int value);

    abstract void int16(int value);

    abstract void int32(int value);

    abstract void int64(long value);

    abstract void bytes(byte[] value);

    abstract void utf8(String value, int length);

    final void bool(boolean value) {
        int8(value ? 1 : 0);
    }

    final void uuid(UUID value) {
        int64(value.getMostSignificantBits());
        int64(value.getLeastSignificantBits());
    }

    final void payload(Payload value) {
        int32(value.size());
        bytes(value.bytes());
    }

    final void typeName(String value) {
        TypeNames.checked(value);
        int8(value.length());
        utf8(value, value.length());
    }

    /** How many elements follow; 65,535 at most. */
    final void count(int value, String what) {
        if (value > MAX_UNSIGNED_16) {
            throw new IllegalArgumentException(
                    "There are " + value + " " + what + " and a frame takes " + MAX_UNSIGNED_16 + " at most");
        }
        int16(value);
    }

    /** A string that must arrive whole. */
    final void name(String value, String what) {
        int length = utf8Length(value);
        if (length > MAX_UNSIGNED_16) {
            throw new IllegalArgumentException("The " + what + " '" + value.substring(0, 40) + "...' has " + length
                    + " bytes and a frame takes " + MAX_UNSIGNED_16 + " at most: choose a shorter one");
        }
        int16(length);
        utf8(value, length);
    }

    /** A string for people, cut when it is too long. */
    final void text(String value) {
        name(cut(value), "text");
    }

    static String cut(String value) {
        if (value.length() <= MAX_TEXT) {
            return value;
        }
        boolean splits = Character.isHighSurrogate(value.charAt(MAX_TEXT - 1));
        return value.substring(0, splits ? MAX_TEXT - 1 : MAX_TEXT);
    }

    /** As {@link String#getBytes} encodes it: half of a surrogate pair becomes a question mark. */
    static int utf8Length(String value) {
        int length = value.length();
        for (int i = 0; i < value.length(); i++) {
            char character = value.charAt(i);
            if (character >= 0x800 && !Character.isSurrogate(character)) {
                length += 2;
            } else if (Character.isHighSurrogate(character)
                    && i + 1 < value.length()
                    && Character.isLowSurrogate(value.charAt(i + 1))) {
                // Two characters, four bytes.
                length += 2;
                i++;
            } else if (character >= 0x80 && !Character.isSurrogate(character)) {
                length++;
            }
        }
        return length;
    }

    /** Adds up what would be written. */
    static final class Counter extends FrameSink {

        private long size;

        long size() {
            return size;
        }

        @Override
        void int8(int value) {
            size += Byte.BYTES;
        }

        @Override
        void int16(int value) {
            size += Short.BYTES;
        }

        @Override
        void int32(int value) {
            size += Integer.BYTES;
        }

        @Override
        void int64(long value) {
            size += Long.BYTES;
        }

        @Override
        void bytes(byte[] value) {
            size += value.length;
        }

        @Override
        void utf8(String value, int length) {
            size += length;
        }
    }

    /** Writes into one array. */
    static final class Filler extends FrameSink {

        private final ByteBuffer buffer;

        Filler(int size) {
            buffer = ByteBuffer.allocate(size);
        }

        byte[] array() {
            if (buffer.hasRemaining()) {
                throw new IllegalStateException(buffer.remaining() + " bytes less were written than counted");
            }
            return buffer.array();
        }

        @Override
        void int8(int value) {
            buffer.put((byte) value);
        }

        @Override
        void int16(int value) {
            buffer.putShort((short) value);
        }

        @Override
        void int32(int value) {
            buffer.putInt(value);
        }

        @Override
        void int64(long value) {
            buffer.putLong(value);
        }

        @Override
        void bytes(byte[] value) {
            buffer.put(value);
        }

        @Override
        void utf8(String value, int length) {
            buffer.put(value.getBytes(StandardCharsets.UTF_8));
        }
    }
}

package dev.singleton.wire;

import java.util.HexFormat;

/**
 * Frames to bytes and back. One byte says that these are a frame and of which version, one byte says which frame, then
 * come the record's components in their order: numbers big-endian, strings as UTF-8 behind their length, lists behind
 * their count, optional values behind a byte that is 0 or 1. Every frame has exactly one form.
 *
 * <p>Bytes come from outside and are believed in nothing: {@link #decode} allocates no more than the input can justify.
 * Safe for any thread.
 */
public final class Frames {

    /** The version that this node speaks; 15 at most. */
    static final int VERSION = 1;

    /** The upper half of the first byte of every frame; the lower half is the version. */
    static final int MAGIC = 0xC0;

    private static final int MAGIC_MASK = 0xF0;

    private static final int HEADER_SIZE = 2;

    /**
     * Messages in one frame: as many as a sender puts into a batch. An empty one takes five bytes on the wire and many
     * times that in memory, so that a long frame of them could exhaust it.
     */
    public static final int MOST_MESSAGES = 256;

    /** Roles of one node. A short one takes three bytes on the wire and many times that in memory. */
    public static final int MOST_ROLES = 256;

    /** Settings of one singleton that may differ; the same holds of them. */
    public static final int MOST_TIMINGS = 32;

    private Frames() {}

    /**
     * The bytes of a frame. Texts for people (a reason, an error, a detail) are cut at 4096 characters.
     *
     * @throws IllegalArgumentException when a type name breaks its rule, another name has more than 65,535 bytes, there are
     *     more than {@link #MOST_MESSAGES} messages, {@link #MOST_ROLES} roles, {@link #MOST_TIMINGS} timings or 65,535
     *     singletons, or the whole is too large for an array
     */
    public static byte[] encode(Frame frame) {
        return FrameEncoder.encode(frame);
    }

    /**
     * The frame of these bytes. Payloads are copied; the array is not kept.
     *
     * @throws MalformedFrameException for all that is not exactly one frame of the version that this node speaks, saying
     *     what is wrong and where
     */
    public static Frame decode(byte[] bytes) throws MalformedFrameException {
        FrameReader reader = new FrameReader(bytes);
        int first = reader.int8("the first byte");
        if ((first & MAGIC_MASK) != MAGIC) {
            throw reader.malformed("the first byte is " + hex(first) + "; a frame begins with " + hex(MAGIC | VERSION));
        }
        if ((first & ~MAGIC_MASK) != VERSION) {
            throw reader.malformed("a frame of version " + (first & ~MAGIC_MASK) + " came and this node speaks version "
                    + VERSION + ": run versions of the library in one cluster that speak the same");
        }
        Frame frame = FrameDecoder.decode(reader.int8("the type of the frame"), reader);
        reader.end();
        return frame;
    }

    /**
     * Whether these bytes begin like a frame of the data path (Batch, BatchAnswer, Reply, Returned); a look at two bytes.
     * What is no frame at all is on no path, and false.
     */
    public static boolean dataPath(byte[] bytes) {
        return bytes.length >= HEADER_SIZE && (bytes[0] & 0xFF) == (MAGIC | VERSION) && Codes.isDataPath(bytes[1]);
    }

    static String hex(int value) {
        return "0x" + HexFormat.of().toHexDigits((byte) value);
    }
}

package dev.singleton.it;

import dev.singleton.codec.CborMessageCodec;
import dev.singleton.it.TestMessage.Numbered;
import dev.singleton.wire.Payload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;

/** What a message or a reply can hold that is none. From a seed, where it is random. */
final class Poison {

    private static final CborMessageCodec CODEC = new CborMessageCodec();

    private static final String[] CLASSES = {
        Trap.class.getName(),
        "dev.singleton.it.Trap$Message",
        ".Trap$Message",
        "Trap$Message",
        "Tally2",
        "java.lang.ProcessBuilder",
        "javax.naming.InitialContext",
        "com.sun.org.apache.xalan.internal.xsltc.trax.TemplatesImpl",
        "[Ldev.singleton.it.Trap;",
        ""
    };

    private final Random dice;

    Poison(Random dice) {
        this.dice = dice;
    }

    /** A message as any member may tell it. */
    static Payload numbered(String sender, long number) {
        return Payload.of(CODEC.encode(new Numbered(sender, number, 0), TestMessage.class));
    }

    Payload noise(int longest) {
        byte[] bytes = new byte[dice.nextInt(longest)];
        dice.nextBytes(bytes);
        return Payload.of(bytes);
    }

    /** Names a class where the name of a message's or a reply's type belongs, with fields that would set it off. */
    Payload trap() {
        String name = CLASSES[dice.nextInt(CLASSES.length)];
        byte[] fields = cbor(map(1), text("command"), text("rm"));
        return switch (dice.nextInt(4)) {
            case 0 -> Payload.of(cbor(new byte[] {(byte) 0x82}, text(name), fields));
            case 1 -> Payload.of(cbor(map(2), text("@class"), text(name), text("command"), text("rm")));
            case 2 -> asReply(name, fields);
            default -> serialized();
        };
    }

    /** A reply of a class that whoever asked has, and did not ask for. */
    static Payload trapAsReply() {
        return asReply(Trap.class.getName(), cbor(map(1), text("command"), text("rm")));
    }

    /** As a reply travels: the name of its class, then the value. */
    private static Payload asReply(String name, byte[] value) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        return Payload.of(ByteBuffer.allocate(2 + bytes.length + value.length)
                .putShort((short) bytes.length)
                .put(bytes)
                .put(value)
                .array());
    }

    /** As Java serialization writes it. The alarm rings here, in the JVM of whoever makes it. */
    private static Payload serialized() {
        try (ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new Trap());
            out.flush();
            return Payload.of(bytes.toByteArray());
        } catch (IOException cannotBe) {
            throw new UncheckedIOException(cannotBe);
        }
    }

    /** Arrays in arrays, or maps in maps, or tags on tags. */
    Payload nested() {
        byte[] bytes = new byte[1_000 + dice.nextInt(20_000)];
        Arrays.fill(bytes, new byte[] {(byte) 0x81, (byte) 0xA1, (byte) 0xC1, (byte) 0x9F}[dice.nextInt(4)]);
        return Payload.of(bytes);
    }

    /** A text, bytes, a list or a map that is to be as long as a disk, and ends at once. */
    Payload promising() {
        byte head = new byte[] {0x7B, 0x5B, (byte) 0x9B, (byte) 0xBB}[dice.nextInt(4)];
        long length = new long[] {Integer.MAX_VALUE, 1L << 40, Long.MAX_VALUE, -1}[dice.nextInt(4)];
        byte[] value = ByteBuffer.allocate(Long.BYTES + 3)
                .put(head)
                .putLong(length)
                .put(new byte[2])
                .array();
        return dice.nextBoolean()
                ? Payload.of(value)
                : Payload.of(cbor(new byte[] {(byte) 0x82}, text("Numbered"), map(1), text("sender"), value));
    }

    /** Right in form, and of another type than what is there. */
    Payload wrongType() {
        return switch (dice.nextInt(4)) {
            case 0 -> Payload.of(cbor(text("a text")));
            case 1 -> Payload.of(cbor(new byte[] {0x18, 0x2A}));
            case 2 -> Payload.of(cbor(new byte[] {(byte) 0x82}, text("Numbered"), text("not its fields")));
            default -> Payload.of(cbor(new byte[] {(byte) 0x82}, text("NoSuchMessage"), map(0)));
        };
    }

    private static byte[] text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(3 + bytes.length)
                .put((byte) 0x79)
                .putShort((short) bytes.length)
                .put(bytes)
                .array();
    }

    private static byte[] map(int entries) {
        return new byte[] {(byte) (0xA0 + entries)};
    }

    private static byte[] cbor(byte[]... parts) {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            whole.writeBytes(part);
        }
        return whole.toByteArray();
    }
}

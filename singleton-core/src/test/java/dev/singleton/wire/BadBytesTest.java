package dev.singleton.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Bytes that are not a frame are refused, and harm nobody")
class BadBytesTest {

    /** A valid frame or a refusal; anything else fails the test. Says whether it was a frame. */
    private static boolean survives(byte[] bytes) {
        try {
            // Plain comparisons: this runs very often.
            if (!Arrays.equals(Frames.encode(Frames.decode(bytes)), bytes)) {
                fail("has a second form: " + HexFormat.of().formatHex(bytes));
            }
            return true;
        } catch (MalformedFrameException refused) {
            String message = String.valueOf(refused.getMessage());
            if (!message.startsWith("Malformed frame of " + bytes.length + " bytes, before byte ")) {
                fail("does not say where: " + message);
            }
            return false;
        }
    }

    private static void refused(byte[] bytes, String because) {
        assertThatExceptionOfType(MalformedFrameException.class)
                .isThrownBy(() -> Frames.decode(bytes))
                .withMessageContaining(because);
    }

    private static void refused(String hex, String because) {
        refused(HexFormat.of().parseHex(hex.replace(" ", "")), because);
    }

    @Test
    @DisplayName("when they are noise")
    void noise() {
        Random random = new Random(7);
        for (int i = 0; i < 30_000; i++) {
            byte[] bytes = new byte[random.nextInt(80)];
            random.nextBytes(bytes);
            survives(bytes);
        }
    }

    @Test
    @DisplayName("when they are noise behind a good beginning, where counts and sizes are anything")
    void noiseBehindHeader() {
        Random random = new Random(8);
        int[] types = {1, 2, 3, 4, 5, 6, 7, 8, 0x41, 0x42, 0x43, 0x44};
        for (int i = 0; i < 60_000; i++) {
            byte[] bytes = new byte[2 + random.nextInt(80)];
            random.nextBytes(bytes);
            bytes[0] = (byte) 0xC1;
            bytes[1] = (byte) types[random.nextInt(types.length)];
            if (bytes.length > 4) {
                bytes[2] = 1;
                bytes[3] = 'a';
            }
            survives(bytes);
        }
    }

    @Test
    @DisplayName("when a frame was cut, wherever it was cut")
    void cut() {
        RandomFrames frames = new RandomFrames(new Random(9));
        for (int round = 0; round < 20; round++) {
            for (Frame frame : frames.oneOfEach()) {
                byte[] whole = Frames.encode(frame);
                for (int length = 0; length < whole.length; length++) {
                    if (survives(Arrays.copyOf(whole, length))) {
                        fail(frame + " cut at " + length + " is a frame");
                    }
                }
            }
        }
    }

    @Test
    @DisplayName("when they hold more messages than a batch, each of which takes many times more memory than bytes")
    void crowded() {
        java.util.ArrayList<Frame.Message> messages = new java.util.ArrayList<>(Collections.nCopies(
                Frames.MOST_MESSAGES, new Frame.Message(0, Optional.empty(), Payload.of(new byte[0]))));
        byte[] full = Frames.encode(new Frame.Batch("a", 1, messages));
        assertThat(survives(full)).isTrue();
        byte[] crowded = Arrays.copyOf(full, full.length + 5);
        // Behind the header, the name and the sequence.
        java.nio.ByteBuffer.wrap(crowded).putInt(2 + 2 + Long.BYTES, Frames.MOST_MESSAGES + 1);
        refused(crowded, "there are 257 messages and a frame takes 256 at most");
        messages.add(messages.get(0));
        assertThatThrownBy(() -> Frames.encode(new Frame.Batch("a", 1, messages)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("257 messages");
    }

    @Test
    @DisplayName("when they hold more roles or timings than any node has, each of which does so too")
    void crowdedWithStrings() {
        byte[] roles = Frames.encode(announce(Collections.nCopies(Frames.MOST_ROLES, "r")));
        assertThat(survives(roles)).isTrue();
        byte[] another = Arrays.copyOf(roles, roles.length + 3);
        // Behind the header, three numbers and the status.
        java.nio.ByteBuffer.wrap(another).putShort(2 + 3 * Long.BYTES + 1, (short) (Frames.MOST_ROLES + 1));
        refused(another, "there are 257 roles and a frame takes 256 at most");
        assertThat(survives(Frames.encode(timed(Frames.MOST_TIMINGS)))).isTrue();
        byte[] timed = Frames.encode(timed(1));
        java.nio.ByteBuffer.wrap(timed).putShort(timed.length - 2 - 2 - 99, (short) 33);
        refused(timed, "there are 33 timings and a frame takes 32 at most");
        assertThatThrownBy(() -> Frames.encode(timed(33)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("33 timings");
    }

    /** Each timing is long enough for as many short ones. */
    private static Frame timed(int timings) {
        Frame.HostTerms host = new Frame.HostTerms("address", 0, "", Collections.nCopies(timings, "t".repeat(99)));
        Frame.Terms terms = new Frame.Terms("Job", "", Optional.of(host));
        return new Frame.Announce(
                1,
                0,
                1,
                Frame.NodeStatus.UP,
                List.of(),
                List.of(new Frame.KeyEntry("a", Frame.Stance.STARTED, false, terms)));
    }

    @Test
    @DisplayName("when something follows the frame")
    void trailing() {
        for (Frame frame : new RandomFrames(new Random(10)).oneOfEach()) {
            byte[] whole = Frames.encode(frame);
            refused(Arrays.copyOf(whole, whole.length + 1), "the frame is complete and 1 bytes follow it");
        }
    }

    @Test
    @DisplayName("or are another valid frame, when one bit or one byte changed")
    void flipped() {
        RandomFrames frames = new RandomFrames(new Random(11));
        for (int round = 0; round < 3; round++) {
            for (Frame frame : frames.oneOfEach()) {
                byte[] bytes = Frames.encode(frame);
                for (int at = 0; at < bytes.length; at++) {
                    byte good = bytes[at];
                    for (int bad = 0; bad < 256; bad += bad < 8 ? 1 : 31) {
                        bytes[at] = (byte) bad;
                        survives(bytes);
                    }
                    for (int bit = 0; bit < 8; bit++) {
                        bytes[at] = (byte) (good ^ (1 << bit));
                        survives(bytes);
                    }
                    bytes[at] = good;
                }
            }
        }
    }

    @Test
    @DisplayName("without reserving the memory that they claim to need")
    void claims() {
        // Each claims two thousand million elements or bytes; an array for them would be an OutOfMemoryError here.
        refused("c1 41 01 61 0000000000000001 7fffffff", "2147483647 messages");
        refused("c1 41 01 61 0000000000000001 00000001 00 7fffffff", "the body of a message needs 2147483647 bytes");
        refused("c1 02 01 61 0000000000000001 0000000000000002 01 7fffffff", "the warm state needs 2147483647 bytes");
        refused("c1 43 0000000000000001 00 7fffffff", "the reply needs 2147483647 bytes and 0 are left");
        refused("c1 04 01 61 0000000000000001 ffff", "the reason needs 65535 bytes");
    }

    @Test
    @DisplayName("when a size is negative")
    void negative() {
        refused("c1 41 01 61 0000000000000001 ffffffff", "the number of messages is negative: -1");
        refused("c1 41 01 61 0000000000000001 00000001 00 80000000", "the body of a message is negative: -2147483648");
        refused("c1 42 01 61 0000000000000001 fffffffe 01 00", "the number of accepted messages is negative: -2");
    }

    @Test
    @DisplayName("when they are of another version, saying which came and which is spoken")
    void versions() {
        refused("c2 01 01 61 0000000000000001", "a frame of version 2 came and this node speaks version 1");
        refused("c0 01 01 61 0000000000000001", "a frame of version 0 came");
        refused("ac ed 00 05", "the first byte is 0xac; a frame begins with 0xc1");
        refused("", "the first byte needs 1 bytes and 0 are left");
    }

    @Test
    @DisplayName("when a type, an enum, a flag or a yes-or-no is none of ours")
    void unknownCodes() {
        refused("c1 00 01 61", "the frame type 0x00 is unknown to version 1");
        refused("c1 09 01 61", "the frame type 0x09 is unknown");
        refused("c1 42 01 61 0000000000000001 00000000 05 00", "the verdict 0x05 is unknown");
        refused("c1 42 01 61 0000000000000001 00000000 01 02", "the hint is 0x02 and must be 0 or 1");
        refused("c1 44 01 61 00 0000 00000000", "the dead letter reason 0x00 is unknown");
        refused("c1 44 01 61 0c 0000 00000000", "the dead letter reason 0x0c is unknown");
        refused("c1 41 01 61 0000000000000001 00000001 04 00000000", "the flags 0x04 of a message are unknown");
        refused(
                "c1 41 01 61 0000000000000001 00000001 01 0000000000000000 00000000",
                "a message is said to be an ask and its id is 0");
        refused("c1 07" + "00".repeat(24) + "04 0000 0000", "the node status 0x04 is unknown");
        refused("c1 07" + "00".repeat(24) + "01 0000 0001 01 61 06 00 0000 0000 00", "the stance 0x06 is unknown");
    }

    @Test
    @DisplayName("when a type name breaks its rule")
    void names() {
        refused("c1 01 00 0000000000000001", "the type name is empty");
        refused("c1 01 01 41 0000000000000001", "the type name has 0x41 as its byte 0 and must match [a-z][a-z0-9-]*");
        refused("c1 01 02 61 5f 0000000000000001", "the type name has 0x5f as its byte 1");
        refused("c1 01 01 31 0000000000000001", "the type name has 0x31 as its byte 0");
        refused("c1 01 02 61 ff 0000000000000001", "the type name has 0xff as its byte 1");
    }

    @Test
    @DisplayName("when a text is not UTF-8")
    void texts() {
        refused("c1 04 01 61 0000000000000001 0003 61 c3 28", "the reason is not UTF-8 after 1 of its 3 bytes");
        // A surrogate on its own, and a slash in two bytes: forms that careless decoders take.
        refused("c1 04 01 61 0000000000000001 0003 ed a0 80", "is not UTF-8");
        refused("c1 04 01 61 0000000000000001 0002 c0 af", "is not UTF-8");
    }

    @Test
    @DisplayName("and what cannot be a frame is refused before it is sent")
    void encodeRefuses() {
        assertThatThrownBy(() -> Frames.encode(new Frame.Restart("Jobs", 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'Jobs'")
                .hasMessageContaining("[a-z][a-z0-9-]*");
        assertThatThrownBy(() -> Frames.encode(new Frame.Restart("a".repeat(256), 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("256 characters");
        assertThatThrownBy(() -> Frames.encode(new Frame.BatchAnswer("a", 1, -1, Frame.Verdict.BUSY, Optional.empty())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1 messages");
        assertThatThrownBy(() -> Frames.encode(announce(List.of("r".repeat(65_536)))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("65536 bytes");
        assertThatThrownBy(() -> Frames.encode(announce(Collections.nCopies(65_536, "r"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("65536 roles");
    }

    private static Frame announce(List<String> roles) {
        return new Frame.Announce(1, 0, 1, Frame.NodeStatus.UP, roles, List.of());
    }

    @Test
    @DisplayName("and the form of version 1 is what it always was")
    void golden() throws MalformedFrameException {
        Frame batch = new Frame.Batch(
                "jobs",
                258,
                List.of(
                        new Frame.Message(0, Optional.empty(), text("hi")),
                        new Frame.Message(7, Optional.of(new UUID(1, 2)), text("x"))));
        String hex = "c1 41 04 6a6f6273 0000000000000102 00000002 00 00000002 6869"
                + "03 0000000000000007 00000000000000010000000000000002 00000001 78";
        byte[] expected = HexFormat.of().parseHex(hex.replace(" ", ""));
        assertThat(Frames.encode(batch)).isEqualTo(expected);
        assertThat(Frames.decode(expected)).isEqualTo(batch);
    }

    private static Payload text(String text) {
        return Payload.of(text.getBytes(StandardCharsets.UTF_8));
    }
}

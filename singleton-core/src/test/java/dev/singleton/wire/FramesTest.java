package dev.singleton.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.DeadLetterReason;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A frame arrives as it was sent")
class FramesTest {

    private static void travels(Frame frame) throws MalformedFrameException {
        assertThat(Frames.decode(Frames.encode(frame))).isEqualTo(frame);
    }

    @Test
    @DisplayName("whatever its type and its values (20,000 random frames)")
    void randomFrames() throws MalformedFrameException {
        RandomFrames frames = new RandomFrames(new Random(42));
        for (int i = 0; i < 20_000; i++) {
            travels(frames.next());
        }
    }

    @Test
    @DisplayName("in exactly one form: what is decoded and encoded again gives the same bytes")
    void canonical() throws MalformedFrameException {
        RandomFrames frames = new RandomFrames(new Random(43));
        for (int i = 0; i < 2_000; i++) {
            byte[] bytes = Frames.encode(frames.next());
            assertThat(Frames.encode(Frames.decode(bytes))).isEqualTo(bytes);
        }
    }

    @Test
    @DisplayName(
            "with the lowest and highest numbers, the shortest and longest names, with nothing and with much in it")
    void edges() throws MalformedFrameException {
        String longest = "z" + "-".repeat(254);
        travels(new Frame.StandDown("a", Long.MIN_VALUE));
        travels(new Frame.StandDown(longest, Long.MAX_VALUE));
        travels(new Frame.Confirm("a", -1, 0, Optional.of(Payload.of(new byte[0]))));
        travels(new Frame.Confirm("a", 0, -1, Optional.of(Payload.of(new byte[1 << 20]))));
        travels(new Frame.BatchAnswer("a-1", 1, Integer.MAX_VALUE, Frame.Verdict.BUSY, Optional.of(new UUID(-1, 0))));
        travels(new Frame.Batch("a", 0, List.of()));
        travels(new Frame.Returned("a", DeadLetterReason.STOPPED, "", List.of()));
        travels(new Frame.Announce(0, 0, 0, Frame.NodeStatus.STARTING, List.of(), List.of()));
        Frame.Terms terms = new Frame.Terms("M".repeat(65_535), "\u00e9\u4e2d\ud83d\ude00", Optional.empty());
        travels(new Frame.Announce(
                1,
                2,
                3,
                Frame.NodeStatus.UP,
                List.of(""),
                List.of(new Frame.KeyEntry(longest, Frame.Stance.OUT, true, terms))));
    }

    @Test
    @DisplayName("and costs a tell 5 bytes beside its body")
    void small() {
        byte[] empty = Frames.encode(new Frame.Batch("jobs", 1, List.of()));
        Frame.Message tell = new Frame.Message(0, Optional.empty(), Payload.of(new byte[100]));
        byte[] one = Frames.encode(new Frame.Batch("jobs", 1, List.of(tell)));
        assertThat(empty).hasSize(1 + 1 + 1 + 4 + 8 + 4);
        assertThat(one).hasSize(empty.length + 5 + 100);
    }

    @Test
    @DisplayName("with texts for people cut, never in the middle of a character, and no longer than 4096")
    void cuts() throws MalformedFrameException {
        String odd = "x" + "\ud83d\ude00".repeat(10_000);
        Frame.Decline decline = (Frame.Decline) Frames.decode(Frames.encode(new Frame.Decline("a", 1, odd)));
        assertThat(decline.reason()).hasSize(4095).isEqualTo(odd.substring(0, 4095));
        Frame.Restarted done =
                (Frame.Restarted) Frames.decode(Frames.encode(new Frame.Restarted("a", 1, "e".repeat(5000))));
        assertThat(done.error()).hasSize(4096);
    }

    @Test
    @DisplayName("even with half a character in a text, which becomes a question mark")
    void halfCharacters() throws MalformedFrameException {
        Frame.Decline decline =
                (Frame.Decline) Frames.decode(Frames.encode(new Frame.Decline("a", 1, "\ud83d-\ude00-\ud83d")));
        assertThat(decline.reason()).isEqualTo("?-?-?");
    }

    @Test
    @DisplayName("and the size that is counted is the size that is written")
    void lengths() {
        for (String text :
                List.of("", "a", "\u007f\u0080\u07ff\u0800\uffff", "\ud83d\ude00", "\ude00\ud83d", "\ud83d")) {
            assertThat(FrameSink.utf8Length(text)).isEqualTo(text.getBytes(StandardCharsets.UTF_8).length);
        }
    }

    @Test
    @DisplayName("and two bytes tell the data path from the control path")
    void paths() {
        RandomFrames frames = new RandomFrames(new Random(44));
        for (int i = 0; i < 1_000; i++) {
            Frame frame = frames.next();
            boolean data = frame instanceof Frame.Batch
                    || frame instanceof Frame.BatchAnswer
                    || frame instanceof Frame.Reply
                    || frame instanceof Frame.Returned;
            assertThat(Frames.dataPath(Frames.encode(frame))).isEqualTo(data);
        }
        assertThat(Frames.dataPath(new byte[0])).isFalse();
        assertThat(Frames.dataPath(new byte[] {(byte) 0xC1})).isFalse();
        assertThat(Frames.dataPath(new byte[] {(byte) 0xC2, 0x41})).isFalse();
        assertThat(Frames.dataPath(new byte[] {(byte) 0xC1, 0x45})).isFalse();
    }
}

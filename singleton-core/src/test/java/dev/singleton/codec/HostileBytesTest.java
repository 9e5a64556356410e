package dev.singleton.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Bytes from anybody harm nothing")
@Timeout(60)
@SuppressWarnings("ArrayRecordComponent")
class HostileBytesTest {

    private static final long MEBIBYTE = 1 << 20;

    private final CborMessageCodec codec = new CborMessageCodec();
    private final ObjectMapper forger = new CBORMapper();

    private AbstractThrowableAssert<?, ?> refused(byte[] bytes, Class<?> declared) {
        return assertThatThrownBy(() -> codec.decode(bytes, declared))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("The " + bytes.length + " bytes are not a " + declared.getName() + ": ");
    }

    static final AtomicBoolean SPRUNG = new AtomicBoolean();

    /** What an attacker would like to have made: its very loading does harm. */
    static class Trap implements Serializable {
        private static final long serialVersionUID = 1L;

        static {
            SPRUNG.set(true);
        }

        Trap() {
            SPRUNG.set(true);
        }

        @SuppressWarnings("UnusedMethod")
        private void readObject(ObjectInputStream in) {
            SPRUNG.set(true);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dev.singleton.codec.HostileBytesTest$Trap",
                ".HostileBytesTest$Trap",
                "[Ldev.singleton.codec.HostileBytesTest$Trap;",
                "java.util.ArrayList<dev.singleton.codec.HostileBytesTest$Trap>",
                "java.lang.ProcessBuilder",
                "Query",
                "Due",
                ""
            })
    void a_class_named_in_the_bytes_is_never_touched(String id) throws Exception {
        refused(forger.writeValueAsBytes(List.of(id, Map.of())), JobCommand.class)
                .hasMessageContaining("[Batch, Cancel, Compact, GetStatus, Schedule, Switch]");
        byte[] nested = forger.writeValueAsBytes(List.of(
                "Batch", Map.of("commands", List.of(List.of(id, Map.of("command", "rm"))))));
        refused(nested, JobCommand.class);
        var typed = Map.of("@class", id, "@type", id, "id", "1");
        assertThat(codec.decode(forger.writeValueAsBytes(List.of("GetStatus", typed)), JobCommand.class))
                .isEqualTo(new JobCommand.GetStatus("1"));
        assertThat(SPRUNG).isFalse();
    }

    @Test
    void a_permitted_class_of_another_place_is_not_permitted_here() throws Exception {
        refused(forger.writeValueAsBytes(List.of("Schedule", Map.of())), JobCommand.Query.class);
    }

    @Test
    void a_text_of_the_sender_does_not_fill_the_log() throws Exception {
        byte[] bytes = forger.writeValueAsBytes(List.of("x".repeat(1_000_000), Map.of()));
        refused(bytes, JobCommand.class)
                .satisfies(it -> assertThat(it.getMessage()).hasSizeLessThan(1000));
    }

    private byte[] message() {
        return codec.encode(
                new JobCommand.Batch(
                        List.of(
                                new JobCommand.Schedule("42", 1L << 40, "payload"),
                                new JobCommand.Cancel("1", Optional.of("late")),
                                JobCommand.Switch.PAUSE),
                        Map.of(JobCommand.Priority.LOW, new JobCommand.Compact())),
                JobCommand.class);
    }

    @Test
    void a_message_that_was_cut_off_anywhere() {
        byte[] whole = message();
        for (int length = 0; length < whole.length; length++) {
            refused(Arrays.copyOf(whole, length), JobCommand.class);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0x00, 0x60, 0xA0, 0xF6, 0xFF, 0xC1, 0x1C})
    void a_message_with_something_behind_it(int garbage) {
        byte[] whole = message();
        byte[] longer = Arrays.copyOf(whole, whole.length + 1);
        longer[whole.length] = (byte) garbage;
        refused(longer, JobCommand.class);
    }

    record Everything(
            JobCommand command,
            List<Map<String, JobCommand.Due>> dues,
            byte[] bytes,
            Instant when,
            Duration length,
            BigDecimal price,
            BigInteger number,
            int[] ints) {}

    @Test
    void damaged_messages_are_read_or_refused_and_nothing_else() {
        byte[] whole = codec.encode(
                new Everything(
                        JobCommand.Switch.PAUSE,
                        List.of(Map.of("k", new JobCommand.Due(new JobCommand.Compact(), Instant.EPOCH))),
                        new byte[20],
                        Instant.ofEpochSecond(5, 7),
                        Duration.ofNanos(3),
                        new BigDecimal("1.50"),
                        BigInteger.TEN,
                        new int[] {1, 2}),
                Everything.class);
        Random random = new Random(42);
        int refusals = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] damaged = whole.clone();
            for (int hits = random.nextInt(4); hits >= 0; hits--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            try {
                codec.decode(damaged, Everything.class);
            } catch (IllegalArgumentException expected) {
                refusals++;
            }
        }
        assertThat(refusals).isBetween(1_000, 20_000);
    }

    record Tree(List<Tree> children) {}

    @Test
    void values_nested_without_end() {
        byte[] arrays = new byte[1_000_000];
        Arrays.fill(arrays, (byte) 0x81);
        refused(arrays, JobCommand.class);
        refused(arrays, int[].class);

        byte[] ignored = arrays.clone();
        ignored[0] = (byte) 0xA1; // {"x": [[[[...
        ignored[1] = 0x61;
        ignored[2] = 'x';
        refused(ignored, Tree.class).hasMessageContaining("depth");

        byte[] step = {(byte) 0xA1, 0x68, 'c', 'h', 'i', 'l', 'd', 'r', 'e', 'n', (byte) 0x81};
        byte[] trees = new byte[step.length * 10_000];
        for (int i = 0; i < trees.length; i++) {
            trees[i] = step[i % step.length];
        }
        refused(trees, Tree.class).hasMessageContaining("depth");

        byte[] tags = new byte[1_000_000];
        Arrays.fill(tags, (byte) 0xC1);
        refused(tags, Tree.class);
    }

    @Test
    void whatever_is_deep_enough_to_be_written_is_read_back() throws Exception {
        Tree tree = new Tree(List.of());
        for (int depth = 2; depth < Mappers.MAX_DEPTH - 2; depth += 2) {
            tree = new Tree(List.of(tree));
        }
        Tree deep = tree;
        var outcome = new java.util.concurrent.CompletableFuture<byte[]>();
        Thread small = new Thread(
                null,
                () -> outcome.complete(
                        codec.encode(codec.decode(codec.encode(deep, Tree.class), Tree.class), Tree.class)),
                "small stack",
                512 * 1024);
        small.start();
        small.join(30_000);
        assertThat(outcome).isCompletedWithValueMatching(it -> it.length > 1000);
    }

    record Buckets(String text, byte[] bytes, int[] ints, List<String> list, Map<String, String> map) {}

    @ParameterizedTest
    @ValueSource(ints = {0x7B, 0x5B, 0x9B, 0xBB, 0x7A, 0x5A, 0x9A, 0xBA})
    void a_length_that_the_bytes_do_not_have_is_not_allocated(int head) {
        for (String field : List.of("text", "bytes", "ints", "list", "map", "unknown")) {
            for (long length : new long[] {Integer.MAX_VALUE - 8, Integer.MAX_VALUE, 1L << 40, Long.MAX_VALUE, -1}) {
                byte[] bytes = withLength(field, head, length);
                long before = allocated();
                refused(bytes, Buckets.class);
                assertThat(allocated() - before)
                        .as("%x %s %d", head, field, length)
                        .isLessThan(5 * MEBIBYTE);
            }
        }
    }

    private static byte[] withLength(String field, int head, long length) {
        int width = (head & 0x1F) == 0x1B ? 8 : 4;
        byte[] bytes = new byte[2 + field.length() + 1 + width + 3];
        bytes[0] = (byte) 0xA1;
        bytes[1] = (byte) (0x60 + field.length());
        for (int i = 0; i < field.length(); i++) {
            bytes[2 + i] = (byte) field.charAt(i);
        }
        bytes[2 + field.length()] = (byte) head;
        for (int i = 0; i < width; i++) {
            bytes[3 + field.length() + i] = (byte) (length >>> (8 * (width - 1 - i)));
        }
        return bytes;
    }

    private static long allocated() {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        return threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    record Decimal(BigDecimal n) {}

    record Whole(BigInteger n) {}

    record Primitive(long n) {}

    record Time(Instant n) {}

    record Span(Duration n) {}

    @Test
    void a_short_number_of_enormous_size_is_not_written_out() {
        byte[] huge = codec.encode(new Decimal(new BigDecimal("1E+2000000000")), Decimal.class);
        assertThat(codec.decode(huge, Time.class)).isEqualTo(new Time(Instant.EPOCH));
        assertThat(codec.decode(huge, Span.class)).isEqualTo(new Span(Duration.ZERO));
        for (Class<?> type : List.of(Whole.class, Primitive.class)) {
            refused(huge, type);
        }
        byte[] tiny = codec.encode(new Decimal(new BigDecimal("1E-2000000000")), Decimal.class);
        for (Class<?> type : List.of(Whole.class, Primitive.class)) {
            refused(tiny, type);
        }
    }

    record Percent(int value) {
        Percent {
            if (value > 100) {
                throw new IllegalStateException("more than everything: " + value);
            }
        }
    }

    @Test
    void a_value_that_its_own_constructor_refuses() throws Exception {
        refused(forger.writeValueAsBytes(Map.of("value", 101)), Percent.class)
                .hasMessageContaining("more than everything: 101");
    }

    @Test
    void numbers_texts_and_ordinals_are_not_taken_for_one_another() throws Exception {
        refused(forger.writeValueAsBytes(Map.of("n", "12")), Primitive.class);
        refused(forger.writeValueAsBytes(Map.of("n", 1.5)), Primitive.class);
        refused(forger.writeValueAsBytes(Map.of("n", new BigInteger("9223372036854775808"))), Primitive.class);
        refused(forger.writeValueAsBytes(0), JobCommand.Priority.class);
        refused(forger.writeValueAsBytes("0"), JobCommand.Priority.class);
        refused(forger.writeValueAsBytes(null), JobCommand.Priority.class).hasMessageContaining("null");
        refused(new byte[0], String.class);
        refused(forger.writeValueAsBytes(5), String.class);
    }
}

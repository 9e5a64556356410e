package dev.singleton.it;

import dev.singleton.DeadLetterReason;
import dev.singleton.NodeId;
import dev.singleton.wire.Frame;
import dev.singleton.wire.Frame.Batch;
import dev.singleton.wire.Frame.KeyEntry;
import dev.singleton.wire.Frame.Message;
import dev.singleton.wire.Frame.NodeStatus;
import dev.singleton.wire.Frame.Stance;
import dev.singleton.wire.Frame.Verdict;
import dev.singleton.wire.Frames;
import dev.singleton.wire.MalformedFrameException;
import dev.singleton.wire.Payload;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;

/**
 * Frames that no honest node would send. The same seed forges the same ones, but for what it takes over from the cluster:
 * addresses, identities and recorded frames.
 */
final class Forger {

    private static final long[] EXTREMES = {0, 1, -1, Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE / 2, 1L << 20};

    private final Random dice;
    private final String key;
    private final List<NodeId> nodes;
    private final Loot loot;
    private final Poison poison;
    private final Herald herald;

    Forger(long seed, String key, List<NodeId> nodes, Loot loot) {
        this.dice = new Random(seed);
        this.key = key;
        this.nodes = List.copyOf(nodes);
        this.loot = loot;
        this.poison = new Poison(dice);
        this.herald = loot.herald();
        loot.prepare(key);
    }

    byte[] forge(Mischief kind, NodeId victim) {
        return switch (kind) {
            case NOISE -> noise();
            case FLIPPED -> flipped();
            case CUT -> cut();
            case PROMISES -> promise();
            case VERSIONS -> version();
            case NESTED -> batch(message(poison.nested()));
            case GIANTS -> giant();
            case WRONG_KEYS -> encode(aboutNobody());
            case SEQUENCES -> sequences();
            case ORIGINS -> origin();
            case ANSWERS -> encode(answer(key));
            case REPLIES -> encode(new Frame.Reply(loot.askNear(victim, dice), dice.nextBoolean(), poison.noise(40)));
            case RETURNS -> returned();
            case STAND_DOWNS -> encode(new Frame.StandDown(key, number()));
            case ANNOUNCEMENTS -> encode(herald.anything(dice, key));
            case TERMS -> encode(herald.otherTerms(dice, key));
            case INVENTED_NAMES -> encode(herald.inventedNames(dice));
            case TRAPS -> trap(victim);
            case REFUSALS -> encode(dice.nextBoolean() ? aboutNobody() : ordinary());
            case LIES -> new byte[0];
            case REPLAYS -> loot.any(dice);
            case WISHES -> encode(new Frame.Restart(key, number()));
        };
    }

    private static byte[] encode(Frame frame) {
        return Frames.encode(frame);
    }

    private byte[] noise() {
        byte[] bytes = new byte[dice.nextInt(200)];
        dice.nextBytes(bytes);
        if (bytes.length > 1 && dice.nextBoolean()) {
            bytes[0] = (byte) 0xC1;
            bytes[1] = (byte) ((dice.nextBoolean() ? 0x40 : 0) + 1 + dice.nextInt(8));
        }
        return wish(bytes) ? noise() : bytes;
    }

    /** Such a frame is right in form, and any member may send it: it has its own kind of mischief. */
    private static boolean wish(byte[] bytes) {
        try {
            return Frames.decode(bytes) instanceof Frame.Restart;
        } catch (MalformedFrameException broken) {
            return false;
        }
    }

    private byte[] flipped() {
        byte[] bytes = loot.any(dice).clone();
        for (int flips = dice.nextInt(4); flips >= 0; flips--) {
            bytes[dice.nextInt(bytes.length)] ^= (byte) (1 << dice.nextInt(8));
        }
        return wish(bytes) ? flipped() : bytes;
    }

    private byte[] cut() {
        byte[] bytes = loot.any(dice);
        return Arrays.copyOf(bytes, dice.nextInt(4) == 0 ? bytes.length + 1 : dice.nextInt(bytes.length));
    }

    private byte[] promise() {
        if (dice.nextInt(4) == 0) {
            return batch(message(poison.promising()));
        }
        int length = dice.nextBoolean() ? Integer.MAX_VALUE : dice.nextInt();
        byte[] head = encode(
                switch (dice.nextInt(3)) {
                    case 0 -> new Batch(key, 1, List.of());
                    case 1 -> new Frame.Returned(key, DeadLetterReason.STOPPED, "", List.of());
                    default -> new Frame.Reply(number(), false, Payload.of(new byte[0]));
                });
        return ByteBuffer.allocate(head.length + dice.nextInt(9))
                .put(head)
                .putInt(head.length - Integer.BYTES, length == 0 ? 1 : length)
                .array();
    }

    private byte[] version() {
        byte[] bytes = loot.any(dice).clone();
        if (dice.nextBoolean()) {
            bytes[0] = (byte) (bytes[0] + 1 + dice.nextInt(14));
        } else {
            bytes[1] = (byte) (0x09 + dice.nextInt(0x30));
        }
        return bytes;
    }

    private byte[] giant() {
        int megabytes = 1 + dice.nextInt(4);
        return switch (dice.nextInt(3)) {
            case 0 -> manyEmptyMessages(megabytes * 200_000);
            case 1 -> encode(herald.crowd(dice, megabytes));
            default -> batch(message(Payload.of(new byte[megabytes << 20])));
        };
    }

    /** By hand, as an honest encoder refuses it. */
    private byte[] manyEmptyMessages(int count) {
        byte[] head = encode(new Batch(key, loot.nextSequence(), List.of()));
        // Flags and a length: all of it is 0.
        return ByteBuffer.allocate(head.length + 5 * count)
                .put(head)
                .putInt(head.length - Integer.BYTES, count)
                .array();
    }

    private byte[] batch(Message... messages) {
        return encode(new Batch(key, loot.nextSequence(), List.of(messages)));
    }

    private static Message message(Payload body) {
        return new Message(0, Optional.empty(), body);
    }

    private Frame aboutNobody() {
        String nobody = "nobody-" + Long.toString(dice.nextLong() >>> 1, 36);
        return switch (dice.nextInt(4)) {
            case 0 -> new Batch(nobody, number(), List.of(message(poison.noise(40))));
            case 1 -> new Frame.StandDown(nobody, number());
            case 2 -> new Frame.Restart(nobody, number());
            default -> answer(nobody);
        };
    }

    private Frame ordinary() {
        return dice.nextBoolean() ? new Batch(key, number(), List.of()) : new Frame.Announced(number(), number());
    }

    /** Each number holds the same message wherever it stands, so that an instance handles it once. */
    private byte[] sequences() {
        long next = dice.nextInt(5) == 0 ? loot.nextSequence() : loot.earlierSequence(dice);
        return encode(new Batch(key, next, List.of(message(Poison.numbered(Mallory.NAME, next)))));
    }

    private byte[] origin() {
        UUID from = dice.nextInt(4) == 0
                ? new UUID(dice.nextLong(), dice.nextLong())
                : nodes.get(dice.nextInt(nodes.size())).uuid();
        return batch(new Message(dice.nextBoolean() ? 0 : 1 + dice.nextInt(9), Optional.of(from), poison.wrongType()));
    }

    private Frame answer(String about) {
        Optional<UUID> hint = Optional.of(nodes.get(dice.nextInt(nodes.size())).uuid());
        return switch (dice.nextInt(6)) {
            case 0 -> new Frame.Confirm(about, number(), number(), Optional.of(poison.noise(40)));
            case 1 -> new Frame.StillStopping(about, number());
            case 2 -> new Frame.Decline(about, number(), "because");
            case 3 -> new Frame.Restarted(about, 1 + dice.nextInt(20), dice.nextBoolean() ? "" : "no");
            case 4 -> new Frame.BatchAnswer(about, number(), dice.nextInt(300), any(Verdict.values()), hint);
            default -> new Frame.Announced(number(), number());
        };
    }

    private byte[] returned() {
        List<Message> messages = new ArrayList<>();
        for (int i = dice.nextInt(4); i >= 0; i--) {
            messages.add(new Message(dice.nextInt(3), Optional.empty(), poison.wrongType()));
        }
        return encode(new Frame.Returned(key, any(DeadLetterReason.values()), "never told", messages));
    }

    private byte[] trap(NodeId victim) {
        return dice.nextInt(3) == 0
                ? encode(new Frame.Reply(loot.askNear(victim, dice), false, poison.trap()))
                : batch(message(dice.nextInt(3) == 0 ? poison.wrongType() : poison.trap()));
    }

    private long number() {
        return dice.nextBoolean() ? EXTREMES[dice.nextInt(EXTREMES.length)] : dice.nextLong();
    }

    private <T> T any(T[] values) {
        return values[dice.nextInt(values.length)];
    }

    /** As a node that only tells would announce itself. */
    static KeyEntry client(String key) {
        return new KeyEntry(
                key, Stance.CLIENT, false, new Frame.Terms(TestMessage.class.getName(), "", Optional.empty()));
    }

    /** What a node says of itself that is up and has nothing. */
    static Frame.Announce plain(long incarnation, String key) {
        return new Frame.Announce(incarnation, 0, 1, NodeStatus.UP, List.of(), List.of(client(key)));
    }
}

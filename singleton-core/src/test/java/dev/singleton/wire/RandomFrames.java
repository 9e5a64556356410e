package dev.singleton.wire;

import dev.singleton.DeadLetterReason;
import dev.singleton.wire.Frame.HostTerms;
import dev.singleton.wire.Frame.KeyEntry;
import dev.singleton.wire.Frame.Message;
import dev.singleton.wire.Frame.Terms;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Frames of every type with values that lean to the edges; the seed says which. */
final class RandomFrames {

    /** One, two, three and four bytes of UTF-8. */
    private static final List<String> CHARACTERS =
            List.of("a", "Z", "0", "=", " ", "\n", "\u0000", "\u00e9", "\u07ff", "\u4e2d", "\uffff", "\ud83d\ude00");

    private static final String NAME_CHARACTERS = "abcxyz0189-";

    private final Random random;
    private final List<Supplier<Frame>> kinds = List.of(
            () -> new Frame.StandDown(name(), number()),
            () -> new Frame.Confirm(name(), number(), number(), maybe(this::payload)),
            () -> new Frame.StillStopping(name(), number()),
            () -> new Frame.Decline(name(), number(), text()),
            () -> new Frame.Restart(name(), number()),
            () -> new Frame.Restarted(name(), number(), text()),
            () -> new Frame.Announce(
                    number(), number(), number(), any(Frame.NodeStatus.values()), many(this::text), many(this::entry)),
            () -> new Frame.Announced(number(), number()),
            () -> new Frame.Batch(name(), number(), many(this::message)),
            () -> new Frame.BatchAnswer(name(), number(), size(), any(Frame.Verdict.values()), maybe(this::uuid)),
            () -> new Frame.Reply(number(), random().nextBoolean(), payload()),
            () -> new Frame.Returned(name(), any(DeadLetterReason.values()), text(), many(this::message)));

    RandomFrames(Random random) {
        this.random = random;
    }

    Frame next() {
        return kinds.get(random.nextInt(kinds.size())).get();
    }

    /** One of each type, in the order of {@link Frame}. */
    List<Frame> oneOfEach() {
        return kinds.stream().map(Supplier::get).toList();
    }

    private Random random() {
        return random;
    }

    private KeyEntry entry() {
        return new KeyEntry(name(), any(Frame.Stance.values()), random.nextBoolean(), terms());
    }

    private Terms terms() {
        return new Terms(text(), text(), maybe(() -> new HostTerms(text(), size(), text(), many(this::text))));
    }

    private Message message() {
        return new Message(random.nextBoolean() ? 0 : number(), maybe(this::uuid), payload());
    }

    private String name() {
        int length = random.nextInt(20) == 0 ? 255 : 1 + random.nextInt(12);
        StringBuilder name = new StringBuilder().append((char) ('a' + random.nextInt(26)));
        while (name.length() < length) {
            name.append(NAME_CHARACTERS.charAt(random.nextInt(NAME_CHARACTERS.length())));
        }
        return name.toString();
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            text.append(CHARACTERS.get(random.nextInt(CHARACTERS.size())));
        }
        return text.toString();
    }

    private long number() {
        return switch (random.nextInt(6)) {
            case 0 -> 0;
            case 1 -> Long.MAX_VALUE;
            case 2 -> Long.MIN_VALUE;
            case 3 -> random.nextInt(1000);
            default -> random.nextLong();
        };
    }

    private int size() {
        return random.nextInt(4) == 0 ? Integer.MAX_VALUE : random.nextInt(1000);
    }

    private UUID uuid() {
        return new UUID(number(), number());
    }

    private Payload payload() {
        byte[] bytes = new byte[random.nextInt(4) == 0 ? 0 : random.nextInt(60)];
        random.nextBytes(bytes);
        return Payload.of(bytes);
    }

    private <T> T any(T[] values) {
        return values[random.nextInt(values.length)];
    }

    private <T> Optional<T> maybe(Supplier<T> value) {
        return random.nextBoolean() ? Optional.of(value.get()) : Optional.empty();
    }

    private <T> List<T> many(Supplier<T> value) {
        return Stream.generate(value).limit(random.nextInt(5)).toList();
    }
}

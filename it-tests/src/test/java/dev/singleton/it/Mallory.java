package dev.singleton.it;

import com.hazelcast.core.HazelcastInstance;
import dev.singleton.NodeId;
import dev.singleton.hazelcast.Intruder;
import dev.singleton.wire.Frame;
import dev.singleton.wire.Frames;
import dev.singleton.wire.MalformedFrameException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A JVM with a real member of the cluster that has this library, runs no node, and sends the others whatever harms, under
 * the command of a harness as {@link TestNode} is.
 */
final class Mallory {

    /** As the sender of numbered messages. */
    static final String NAME = "mallory";

    /** Frames to one node that may be on their way at once. */
    private static final int WINDOW = 1_000;

    private static final int[] LENGTHS = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 64 << 20, 1};

    private final Intruder intruder;
    private final Loot loot;
    private final Map<String, AtomicLong> heard = new ConcurrentHashMap<>();
    private volatile Manner manner = Manner.SILENT;

    /** How it answers what it is asked. */
    enum Manner {
        /** It acknowledges what the others say of themselves, and nothing else. */
        SILENT,
        /** It refuses each batch and names another node as the host. */
        SENDS_ELSEWHERE,
        /** It takes each batch and does nothing with it. */
        SWALLOWS,
        /** It never stands down. */
        DECLINES
    }

    private Mallory(HazelcastInstance member) {
        this.loot = new Loot(System.currentTimeMillis());
        this.intruder = Intruder.on(member, this::hear);
    }

    /** Arguments: as those of {@link TestNode}. The first word of each command is a singleton. */
    public static void main(String[] args) throws IOException {
        Reporter reporter = Reporter.takeStandardOutput();
        NodeSettings settings = NodeSettings.fromWords(List.of(args).subList(5, args.length));
        Mallory mallory = new Mallory(
                settings.member(args[1], args[2], Integer.parseInt(args[3]), List.of(args[4].split(",", -1))));
        reporter.report(Event.Kind.READY);
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try {
            for (String line = commands.readLine(); line != null; line = commands.readLine()) {
                List<String> words = List.of(line.split(" ", -1));
                mallory.obey(words, reporter);
            }
        } finally {
            Runtime.getRuntime().halt(3);
        }
    }

    private void obey(List<String> words, Reporter reporter) {
        try {
            reporter.report(Event.Kind.REPLY, words.get(0), "ok", answer(words.get(1), words.subList(2, words.size())));
        } catch (InterruptedException | ExecutionException | TimeoutException | RuntimeException failed) {
            reporter.report(Event.Kind.REPLY, words.get(0), "failed", failed.toString());
        }
    }

    private String answer(String verb, List<String> words)
            throws InterruptedException, ExecutionException, TimeoutException {
        return switch (verb) {
            case "behave" -> tellAll(loot.herald().decent(words.get(0)));
            case "do" ->
                harm(
                        words.get(0),
                        Mischief.valueOf(words.get(1)),
                        Integer.parseInt(words.get(2)),
                        Long.parseLong(words.get(3)));
            case "say" -> say(words);
            case "manner" -> {
                manner = Manner.valueOf(words.get(0));
                yield "";
            }
            case "heard" ->
                String.valueOf(
                        heard.getOrDefault(words.get(0), new AtomicLong()).get());
            default -> throw new IllegalArgumentException("No such command: " + verb);
        };
    }

    /** Says one thing of itself: status, stance, whether it hosts. */
    private String say(List<String> words) throws InterruptedException, ExecutionException, TimeoutException {
        return tellAll(loot.herald()
                .word(
                        Frame.NodeStatus.valueOf(words.get(1)),
                        words.get(0),
                        Frame.Stance.valueOf(words.get(2)),
                        Boolean.parseBoolean(words.get(3)),
                        Herald.agreed(0)));
    }

    private String tellAll(Frame.Announce word) throws InterruptedException, ExecutionException, TimeoutException {
        for (NodeId node : intruder.others()) {
            intruder.send(node, Frames.encode(word));
            await(node);
        }
        return "";
    }

    /**
     * Sends so many of that kind, to the others in turn.
     *
     * @return for each of them how many it got, and how many of these are no frames at all
     */
    private String harm(String key, Mischief kind, int count, long seed)
            throws InterruptedException, ExecutionException, TimeoutException {
        List<NodeId> victims = intruder.others();
        Forger forger = new Forger(seed, key, victims, loot);
        Map<NodeId, int[]> sent = new HashMap<>();
        int window = kind == Mischief.GIANTS ? 1 : WINDOW;
        for (int i = 0; i < count; i++) {
            NodeId victim = victims.get(i % victims.size());
            int[] counts = sent.computeIfAbsent(victim, node -> new int[2]);
            if (counts[0] % window == 0) {
                await(victim);
            }
            byte[] frame = forger.forge(kind, victim);
            send(kind, victim, frame, i);
            counts[0]++;
            counts[1] += kind == Mischief.LIES || !isFrame(frame) ? 1 : 0;
        }
        StringBuilder text = new StringBuilder();
        for (NodeId victim : victims) {
            await(victim);
            int[] counts = sent.getOrDefault(victim, new int[2]);
            text.append(text.length() == 0 ? "" : " ")
                    .append(counts[0])
                    .append(":")
                    .append(counts[1]);
        }
        return text.toString();
    }

    private void send(Mischief kind, NodeId victim, byte[] frame, int number) {
        switch (kind) {
            case LIES -> intruder.lie(victim, LENGTHS[number % LENGTHS.length]);
            case REFUSALS -> intruder.refuse(victim, frame);
            default -> intruder.send(victim, frame);
        }
    }

    private static boolean isFrame(byte[] bytes) {
        try {
            return Frames.decode(bytes) != null;
        } catch (MalformedFrameException broken) {
            return false;
        }
    }

    /** What is on its way there has arrived: nothing piles up on the way, however slow the victim is. */
    private void await(NodeId victim) throws InterruptedException, ExecutionException, TimeoutException {
        Object unused = intruder.arrived(victim).get(TimeLine.PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    /** On Hazelcast's threads. */
    private void hear(NodeId from, byte[] bytes) {
        try {
            Frame frame = Frames.decode(bytes);
            heard.computeIfAbsent(frame.getClass().getSimpleName(), name -> new AtomicLong())
                    .incrementAndGet();
            loot.take(from, frame, bytes);
            react(from, frame);
        } catch (MalformedFrameException broken) {
            heard.computeIfAbsent("malformed", name -> new AtomicLong()).incrementAndGet();
        }
    }

    private void react(NodeId from, Frame frame) {
        if (frame instanceof Frame.Announce word) {
            intruder.send(from, Frames.encode(new Frame.Announced(word.incarnation(), word.version())));
        } else if (frame instanceof Frame.StandDown asked && manner == Manner.DECLINES) {
            intruder.send(from, Frames.encode(new Frame.Decline(asked.typeName(), asked.round(), "it will not")));
        } else if (frame instanceof Frame.Batch batch && manner == Manner.SENDS_ELSEWHERE) {
            List<NodeId> others = intruder.others();
            NodeId other = others.get((int) (batch.sequence() & 1) % others.size());
            intruder.send(from, Frames.encode(Answers.refusal(batch, other)));
        } else if (frame instanceof Frame.Batch batch && manner == Manner.SWALLOWS) {
            intruder.send(from, Frames.encode(Answers.acceptance(batch)));
            batch.messages().stream()
                    .filter(message -> message.askId() != 0)
                    .forEach(ask -> intruder.send(
                            from, Frames.encode(new Frame.Reply(ask.askId(), false, Poison.trapAsReply()))));
        }
    }

    /** To batches. */
    private static final class Answers {
        static Frame refusal(Frame.Batch batch, NodeId hint) {
            return new Frame.BatchAnswer(
                    batch.typeName(), batch.sequence(), 0, Frame.Verdict.NOT_HOST, java.util.Optional.of(hint.uuid()));
        }

        static Frame acceptance(Frame.Batch batch) {
            return new Frame.BatchAnswer(
                    batch.typeName(),
                    batch.sequence(),
                    batch.messages().size(),
                    Frame.Verdict.ACCEPTED,
                    java.util.Optional.empty());
        }
    }
}

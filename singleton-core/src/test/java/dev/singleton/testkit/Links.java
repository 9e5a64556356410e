package dev.singleton.testkit;

import dev.singleton.wire.Frame;
import dev.singleton.wire.Frames;
import dev.singleton.wire.MalformedFrameException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** What happens to frames between two members of a {@link MemoryCluster}: some are lost, some are slow. */
public final class Links {

    private final List<Filter> losses = new CopyOnWriteArrayList<>();
    private final List<Tap> taps = new CopyOnWriteArrayList<>();
    private final Map<Long, Long> delays = new HashMap<>();

    /** Whether a frame is meant. */
    @FunctionalInterface
    public interface Filter {
        boolean test(int from, int to, Frame frame);
    }

    /** Sees every frame that is not lost. */
    @FunctionalInterface
    public interface Tap {
        void sent(int from, int to, byte[] frame);
    }

    /** What each has last told of itself to each, and what each has last acknowledged to each. */
    private final Map<Long, Long> announced = new ConcurrentHashMap<>();

    private final Map<Long, Long> acknowledged = new ConcurrentHashMap<>();

    Links() {}

    /** Whether one has taken in all that the other has told of itself, and knows it. */
    boolean acquainted(int teller, int listener) {
        Long told = announced.get(link(teller, listener));
        return told != null && told.equals(acknowledged.get(link(listener, teller)));
    }

    private void note(int from, int to, Frame frame) {
        if (frame instanceof Frame.Announce announce) {
            announced.put(link(from, to), announce.incarnation() + announce.version());
        } else if (frame instanceof Frame.Announced answer) {
            acknowledged.put(link(from, to), answer.incarnation() + answer.version());
        }
    }

    /** Frames that match are lost from now on, until the result is closed. */
    public Repair lose(Filter which) {
        losses.add(which);
        return () -> losses.remove(which);
    }

    /** Nothing goes from one member to the other; the other direction is as it was. */
    public Repair cut(int from, int to) {
        return lose((sender, receiver, frame) -> sender == from && receiver == to);
    }

    /** Each frame takes that long from one member to the other. */
    public synchronized void delay(int from, int to, long millis) {
        delays.put(link(from, to), millis);
    }

    public void tap(Tap tap) {
        taps.add(tap);
    }

    synchronized long delay(int from, int to) {
        return delays.getOrDefault(link(from, to), 0L);
    }

    private static long link(int from, int to) {
        return (long) from << 32 | to;
    }

    boolean passes(int from, int to, byte[] bytes) {
        if (!losses.isEmpty() || !Frames.dataPath(bytes)) {
            Frame frame;
            try {
                frame = Frames.decode(bytes);
            } catch (MalformedFrameException hostile) {
                return true;
            }
            if (losses.stream().anyMatch(loss -> loss.test(from, to, frame))) {
                return false;
            }
            note(from, to, frame);
        }
        taps.forEach(tap -> tap.sent(from, to, bytes));
        return true;
    }

    /** Ends a loss. */
    @FunctionalInterface
    public interface Repair extends AutoCloseable {
        @Override
        void close();
    }
}

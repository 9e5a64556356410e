package dev.singleton.simulation;

import dev.singleton.DeadLetterReason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The fate of every message: handled at most once, in order, and never without an end. */
final class Ledger {

    private record Stream(SimNode sender, String key, Object reader) {}

    private final World world;
    private final List<Letter> letters = new ArrayList<>();
    private final Map<Stream, Long> lastHandled = new HashMap<>();

    Ledger(World world) {
        this.world = world;
    }

    Letter write(String key, SimNode sender, boolean ask) {
        long patience = world.scenario.lossless() ? 1_000_000 : 5_000;
        Letter letter = new Letter(world, letters.size() + 1L, key, sender, ask, world.now() + patience);
        letters.add(letter);
        world.trace.add(sender.name, "tells", letter);
        return letter;
    }

    Letter letter(long number) {
        return letters.get((int) number - 1);
    }

    void accepted(Letter letter, SimMember by) {
        letter.holder = by;
    }

    void putBack(Letter letter) {
        letter.putBack = true;
        world.trace.add(letter.holder.name, "puts back", letter);
    }

    void handled(Letter letter, SimInstance by) {
        world.trace.add(by.toString(), "handles", letter);
        letter.handled++;
        if (letter.handled > 1) {
            world.fail("a message is handled at most once: " + letter + " was handled " + letter.handled + " times");
        }
        if (letter.dead != null && letter.dead != DeadLetterReason.DELIVERY_UNKNOWN) {
            world.fail(
                    "a dead letter was not handled and will not be: " + letter + " is one because of " + letter.dead);
        }
        inOrder(letter, by);
        // Across instances too, as long as the whole cluster had one at a time.
        if (world.judge.oneAfterTheOther(letter.key)) {
            inOrder(letter, letter.key);
        }
    }

    private void inOrder(Letter letter, Object reader) {
        Stream stream = new Stream(letter.sender, letter.key, reader);
        long last = lastHandled.getOrDefault(stream, 0L);
        if (letter.number < last && !letter.putBack && letter.dead == null) {
            world.fail("the order of a sender is kept: " + letter + " was handled after " + letter(last));
        }
        if (!letter.putBack) {
            lastHandled.put(stream, Math.max(last, letter.number));
        }
    }

    void dead(Letter letter, DeadLetterReason reason, SimNode at) {
        world.trace.add(at.name, "dead", letter + " " + reason);
        if (world.scenario.lossless() && !excused(letter, reason)) {
            world.fail("planned moves lose nothing: " + letter + " became a dead letter because of " + reason);
        }
        if (letter.handled > 0 && reason != DeadLetterReason.DELIVERY_UNKNOWN) {
            world.fail("a dead letter was not handled: " + letter + " was, and is one because of " + reason);
        }
        // Unknown at the sender, and at the same time known at the node that had accepted it.
        boolean unknown = reason == DeadLetterReason.DELIVERY_UNKNOWN;
        if (letter.dead == null || letter.dead == DeadLetterReason.DELIVERY_UNKNOWN || unknown) {
            letter.dead = reason;
        } else if (reason != DeadLetterReason.DELIVERY_UNKNOWN) {
            // The sender knows nothing of its end when the answer to the batch was lost, so that may come second.
            world.fail("a message dies once: " + letter + " because of " + letter.dead + " and of " + reason);
        }
    }

    /**
     * What a leaving node has not got rid of is its own loss. And a host that left before it saw the newcomer has dropped
     * the newcomer's batch without a word: the newcomer cannot know that it was not taken.
     */
    private static boolean excused(Letter letter, DeadLetterReason reason) {
        return (reason == DeadLetterReason.STOPPED && letter.sender.closed())
                || (reason == DeadLetterReason.DELIVERY_UNKNOWN && letter.ofNewcomer());
    }

    void unavailable(Letter letter, SimNode at) {
        world.trace.add(at.name, "unavailable", letter);
        letter.unavailable = true;
    }

    /** A process died with what it held. */
    void lost(SimMember holder) {
        for (Letter letter : letters) {
            if (letter.holder == holder && !letter.ended()) {
                letter.lost = true;
            }
        }
    }

    /** The first message without an end. */
    Optional<Letter> open() {
        return letters.stream()
                .filter(letter -> !letter.ended() && !letter.lost)
                .findFirst();
    }

    long count() {
        return letters.size();
    }

    long handledCount() {
        return letters.stream().filter(letter -> letter.handled > 0).count();
    }

    long deadCount() {
        return letters.stream().filter(letter -> letter.dead != null).count();
    }

    /** Each handled once, except for what is excused. */
    boolean allHandledOrStopped() {
        return letters.stream().allMatch(letter -> letter.handled == 1 || letter.dead != null);
    }
}

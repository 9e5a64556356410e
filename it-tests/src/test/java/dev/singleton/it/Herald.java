package dev.singleton.it;

import dev.singleton.wire.Frame.Announce;
import dev.singleton.wire.Frame.HostTerms;
import dev.singleton.wire.Frame.KeyEntry;
import dev.singleton.wire.Frame.NodeStatus;
import dev.singleton.wire.Frame.Stance;
import dev.singleton.wire.Frame.Terms;
import dev.singleton.wire.Frames;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** What a hostile member says of itself. It counts on, so that its last word is heard whatever it has said before. */
final class Herald {

    private long incarnation;
    private long version;

    Herald(long firstIncarnation) {
        this.incarnation = firstIncarnation;
    }

    /** As a new life: from here on, nothing of what it said before counts. */
    Announce decent(String key) {
        version = 1;
        return Forger.plain(++incarnation, key);
    }

    /** One thing: what it is, how it stands to the singleton, and whether it hosts, with these terms. */
    Announce word(NodeStatus status, String key, Stance stance, boolean hosting, Terms terms) {
        return say(status, List.of(new KeyEntry(key, stance, hosting, terms)));
    }

    Announce anything(Random dice, String key) {
        boolean anew = dice.nextInt(4) == 0;
        if (anew) {
            incarnation++;
            version = 0;
        }
        NodeStatus[] statuses = NodeStatus.values();
        Stance[] stances = Stance.values();
        KeyEntry entry =
                new KeyEntry(key, stances[dice.nextInt(stances.length)], dice.nextBoolean(), agreed(dice.nextInt(3)));
        return say(statuses[dice.nextInt(statuses.length)], List.of(entry));
    }

    /** In turn as the others have it, and not. */
    Announce otherTerms(Random dice, String key) {
        Terms terms = dice.nextBoolean()
                ? agreed(dice.nextInt(1_000_000))
                : new Terms("java.lang.Runtime", "boss", Optional.empty());
        return say(NodeStatus.UP, List.of(new KeyEntry(key, Stance.STARTED, dice.nextBoolean(), terms)));
    }

    Announce inventedNames(Random dice) {
        List<KeyEntry> entries = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            String name = "invented-" + Long.toString(dice.nextLong() >>> 1, 36);
            entries.add(new KeyEntry(name, Stance.STARTED, true, agreed(0)));
        }
        return say(NodeStatus.UP, entries);
    }

    /** Very many singletons, each with as many settings as a frame takes, of together so many megabytes. */
    Announce crowd(Random dice, int megabytes) {
        String padding = "s".repeat(7 * megabytes);
        HostTerms longWinded = new HostTerms("address", 0, "none", Collections.nCopies(Frames.MOST_TIMINGS, padding));
        List<KeyEntry> entries = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            String name = "crowd-" + Long.toString(dice.nextLong() >>> 1, 36);
            entries.add(new KeyEntry(name, Stance.STARTED, true, new Terms("x", "", Optional.of(longWinded))));
        }
        return say(NodeStatus.UP, entries);
    }

    private Announce say(NodeStatus status, List<KeyEntry> entries) {
        // Since the beginning: whoever has missed what the others got takes it all the same.
        return new Announce(incarnation, 0, ++version, status, List.of(), entries);
    }

    static Terms agreed(int quorum) {
        return new Terms(
                TestMessage.class.getName(),
                "",
                Optional.of(new HostTerms("address", quorum, "none", List.of("outbox-capacity=" + quorum))));
    }
}

package dev.singleton.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.wire.Frame;
import dev.singleton.wire.Frames;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("An announcement counts by what it takes once it is read,")
class VolumeTest {

    @Test
    @DisplayName("which is many times its bytes when it says very little of very many singletons")
    void crowded() {
        Frame.HostTerms host = new Frame.HostTerms("address", 0, "", Collections.nCopies(Frames.MOST_TIMINGS, "t"));
        Frame.Terms terms = new Frame.Terms("M", "", Optional.of(host));
        List<Frame.KeyEntry> entries = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            entries.add(new Frame.KeyEntry("crowd-" + i, Frame.Stance.STARTED, false, terms));
        }
        Frame.Announce announcement =
                new Frame.Announce(1, 0, 1, Frame.NodeStatus.UP, Collections.nCopies(Frames.MOST_ROLES, "r"), entries);

        // A string takes 48 bytes and its place in a list; there are 32 timings and 5 other strings for each singleton.
        assertThat(Volume.of(announcement)).isGreaterThan(1_000 * 37 * 50);
        assertThat(Volume.of(announcement)).isGreaterThan(10L * Frames.encode(announcement).length);
    }

    @Test
    @DisplayName("and by its characters when it says much")
    void wordy() {
        Frame.Announce announcement = new Frame.Announce(
                1, 0, 1, Frame.NodeStatus.UP, Collections.nCopies(100, "r".repeat(60_000)), List.of());

        assertThat(Volume.of(announcement)).isBetween(6_000_000L, 7_000_000L);
    }
}

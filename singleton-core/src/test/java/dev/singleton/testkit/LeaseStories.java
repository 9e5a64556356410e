package dev.singleton.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The stage on which the stories of the lease contract are played, and what holds at the end of each. */
abstract class LeaseStories {

    private static final List<String> NODES = List.of("a", "b", "c");

    private final List<Contender> contenders = new ArrayList<>();
    /** A name of this story's own: what an earlier story left at the arbiter does not disturb it. */
    final String name = "t" + UUID.randomUUID().toString().toLowerCase(Locale.ROOT);

    LeaseArbiter arbiter;

    /** The arbiter under test; a new one for each story, or one for all. */
    protected abstract LeaseArbiter arbiter();

    @BeforeEach
    void findTheArbiter() {
        arbiter = arbiter();
    }

    Node node(String node) {
        return new Node(node);
    }

    final class Node {
        private final String node;

        private Node(String node) {
            this.node = node;
        }

        Contender lease(String typeName) {
            return add(new Contender(arbiter, arbiter.provider(node), node, typeName));
        }

        /** The lease of this story. */
        Contender lease() {
            return lease(name);
        }
    }

    Contender add(Contender contender) {
        contenders.add(contender);
        return contender;
    }

    /** Lets time pass by the clock, to show that nothing happens in it. */
    static void letPass(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(Math.min(left, TimeUnit.MILLISECONDS.toNanos(20)));
        }
    }

    Duration ttl() {
        return arbiter.ttl();
    }

    /** Whatever the story was: who never held is told of no loss, nobody of more than he held, and none too early. */
    @AfterEach
    void noLossWasToldThatWasNone() {
        NODES.forEach(arbiter::heal);
        contenders.forEach(Contender::leave);
        for (Contender contender : contenders) {
            assertThat(contender.losses()).hasSizeLessThanOrEqualTo(contender.grants());
            assertThat(contender.losses()).allSatisfy(loss -> {
                assertThat(loss.validUntil().orElse(loss.at()) - loss.at())
                        .as("the time that %s had when the loss was told", contender)
                        .isLessThanOrEqualTo(0);
                assertThat(loss.reason()).isNotBlank();
            });
        }
    }
}

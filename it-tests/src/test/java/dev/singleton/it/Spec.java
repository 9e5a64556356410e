package dev.singleton.it;

import dev.singleton.Placement;
import dev.singleton.SingletonKey;
import dev.singleton.SingletonOptions;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A singleton under test and how it is started.
 *
 * @param postStop how long its {@code postStop} takes
 * @param silent whether handled messages are counted only, and not reported one by one
 * @param store where each message is noted under the fencing token: the URL of a {@link GuardedTable}, {@link #PIPE}, or
 *     nothing
 * @param options of these, placement, hand-over-timeout, buffer-size, outbox-capacity, lease, quorum and role reach the node
 */
record Spec(String key, Duration postStop, boolean silent, String store, SingletonOptions options) {

    /** The {@link GuardedStore} of the observer. */
    static final String PIPE = "pipe";

    /** With the defaults of the library; the lowest address hosts. */
    static Spec of(String key) {
        return new Spec(key, Duration.ZERO, false, "", SingletonOptions.defaults());
    }

    /** With {@code lease=cp}; the lowest address hosts. */
    static Spec leased(String key) {
        return of(key).with(options -> options.lease("cp"));
    }

    /** With other settings. */
    Spec with(UnaryOperator<SingletonOptions.Builder> change) {
        return new Spec(
                key, postStop, silent, store, change.apply(options.toBuilder()).build());
    }

    Spec withKey(String changed) {
        return new Spec(changed, postStop, silent, store, options);
    }

    Spec withPlacement(Placement changed) {
        return with(options -> options.placement(changed));
    }

    Spec withPostStop(Duration changed) {
        return new Spec(key, changed, silent, store, options);
    }

    Spec withHandOverTimeout(Duration changed) {
        return with(options -> options.handOverTimeout(changed));
    }

    Spec withOutboxCapacity(int changed) {
        return with(options -> options.outboxCapacity(changed));
    }

    /** So many messages wait on each node while nobody hosts, which is also for the moment of a move. */
    Spec withBufferSize(int changed) {
        return with(options -> options.bufferSize(changed));
    }

    Spec silently() {
        return new Spec(key, postStop, true, store, options);
    }

    Spec writingInto(GuardedTable table) {
        return new Spec(key, postStop, silent, table.url(), options);
    }

    /** Into the {@link GuardedStore} of the observer; needs a lease. */
    Spec writingThroughThePipe() {
        return new Spec(key, postStop, silent, PIPE, options);
    }

    SingletonKey<TestMessage> singletonKey() {
        return keyOf(key);
    }

    static SingletonKey<TestMessage> keyOf(String name) {
        return SingletonKey.of(name, TestMessage.class);
    }

    /** For {@link #fromWords(List)} in another JVM. */
    List<String> toWords() {
        return List.of(
                key,
                postStop.toString(),
                String.valueOf(silent),
                store,
                options.placement().name(),
                options.handOverTimeout().toString(),
                String.valueOf(options.bufferSize()),
                String.valueOf(options.outboxCapacity()),
                options.lease(),
                String.valueOf(options.quorum()),
                options.role());
    }

    static Spec fromWords(List<String> words) {
        SingletonOptions.Builder options = SingletonOptions.builder()
                .placement(Placement.valueOf(words.get(4)))
                .handOverTimeout(Duration.parse(words.get(5)))
                .bufferSize(Integer.parseInt(words.get(6)))
                .outboxCapacity(Integer.parseInt(words.get(7)))
                .lease(words.get(8))
                .quorum(Integer.parseInt(words.get(9)));
        if (!words.get(10).isEmpty()) {
            options.role(words.get(10));
        }
        return new Spec(
                words.get(0),
                Duration.parse(words.get(1)),
                Boolean.parseBoolean(words.get(2)),
                words.get(3),
                options.build());
    }
}

package dev.singleton.it;

import dev.singleton.Placement;
import dev.singleton.SingletonKey;
import dev.singleton.SingletonOptions;
import java.time.Duration;
import java.util.List;

/**
 * A singleton under test and how it is started.
 *
 * @param postStop how long its {@code postStop} takes
 * @param handOverTimeout the setting
 * @param bufferSize the setting
 * @param outboxCapacity the setting
 * @param silent whether handled messages are counted only, and not reported one by one
 * @param lease the setting
 * @param guardedTable where each message is noted under the fencing token: the URL of a {@link GuardedTable}, or nothing
 */
record Spec(
        String key,
        Placement placement,
        Duration postStop,
        Duration handOverTimeout,
        int bufferSize,
        int outboxCapacity,
        boolean silent,
        String lease,
        String guardedTable) {

    /** With the defaults of the library; the lowest address hosts. */
    static Spec of(String key) {
        SingletonOptions defaults = SingletonOptions.defaults();
        return new Spec(
                key,
                defaults.placement(),
                Duration.ZERO,
                defaults.handOverTimeout(),
                defaults.bufferSize(),
                defaults.outboxCapacity(),
                false,
                defaults.lease(),
                "");
    }

    /** With {@code lease=cp}; the lowest address hosts. */
    static Spec leased(String key) {
        return of(key).withLease("cp");
    }

    Spec withKey(String changed) {
        return new Spec(
                changed, placement, postStop, handOverTimeout, bufferSize, outboxCapacity, silent, lease, guardedTable);
    }

    Spec withPlacement(Placement changed) {
        return new Spec(
                key, changed, postStop, handOverTimeout, bufferSize, outboxCapacity, silent, lease, guardedTable);
    }

    Spec withPostStop(Duration changed) {
        return new Spec(
                key, placement, changed, handOverTimeout, bufferSize, outboxCapacity, silent, lease, guardedTable);
    }

    Spec withHandOverTimeout(Duration changed) {
        return new Spec(key, placement, postStop, changed, bufferSize, outboxCapacity, silent, lease, guardedTable);
    }

    Spec withOutboxCapacity(int changed) {
        return new Spec(key, placement, postStop, handOverTimeout, bufferSize, changed, silent, lease, guardedTable);
    }

    /** So many messages wait on each node while nobody hosts, which is also for the moment of a move. */
    Spec withBufferSize(int changed) {
        return new Spec(
                key, placement, postStop, handOverTimeout, changed, outboxCapacity, silent, lease, guardedTable);
    }

    Spec silently() {
        return new Spec(
                key, placement, postStop, handOverTimeout, bufferSize, outboxCapacity, true, lease, guardedTable);
    }

    private Spec withLease(String changed) {
        return new Spec(
                key, placement, postStop, handOverTimeout, bufferSize, outboxCapacity, silent, changed, guardedTable);
    }

    Spec writingInto(GuardedTable table) {
        return new Spec(
                key, placement, postStop, handOverTimeout, bufferSize, outboxCapacity, silent, lease, table.url());
    }

    SingletonKey<TestMessage> singletonKey() {
        return keyOf(key);
    }

    static SingletonKey<TestMessage> keyOf(String name) {
        return SingletonKey.of(name, TestMessage.class);
    }

    SingletonOptions options() {
        return SingletonOptions.builder()
                .placement(placement)
                .handOverTimeout(handOverTimeout)
                .bufferSize(bufferSize)
                .outboxCapacity(outboxCapacity)
                .lease(lease)
                .build();
    }

    /** For {@link #fromWords(List)} in another JVM. */
    List<String> toWords() {
        return List.of(
                key,
                placement.name(),
                postStop.toString(),
                handOverTimeout.toString(),
                String.valueOf(bufferSize),
                String.valueOf(outboxCapacity),
                String.valueOf(silent),
                lease,
                guardedTable);
    }

    static Spec fromWords(List<String> words) {
        return new Spec(
                words.get(0),
                Placement.valueOf(words.get(1)),
                Duration.parse(words.get(2)),
                Duration.parse(words.get(3)),
                Integer.parseInt(words.get(4)),
                Integer.parseInt(words.get(5)),
                Boolean.parseBoolean(words.get(6)),
                words.get(7),
                words.get(8));
    }
}

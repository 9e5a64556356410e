package dev.singleton.lease.cp;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.cp.exception.CPSubsystemException;
import com.hazelcast.cp.lock.exception.LockOwnershipLostException;
import com.hazelcast.internal.serialization.SerializationService;
import com.hazelcast.nio.serialization.HazelcastSerializationException;
import com.hazelcast.spi.impl.SerializationServiceSupport;
import dev.singleton.SingletonConfigurationException;
import java.util.List;
import java.util.UUID;

/**
 * The exceptions with which CP members answer one another: not the leader, not formed yet, lock lost. Hazelcast sends
 * them by Java serialization. Where a filter keeps them out, each such answer is lost without a trace for whoever asked,
 * and the CP Subsystem does not even form.
 */
final class FailureAnswers {

    private FailureAnswers() {}

    /** @throws SingletonConfigurationException when they would not arrive at this member */
    static void require(HazelcastInstance hz) {
        if (!(hz instanceof SerializationServiceSupport support)) {
            // Behind a container's proxy: nothing can be asked there.
            return;
        }
        SerializationService serialization = support.getSerializationService();
        List<RuntimeException> answers = List.of(
                new CPSubsystemException("a probe", new UUID(0, 0)),
                new LockOwnershipLostException("a probe"),
                new IllegalStateException("a probe", new UnsupportedOperationException()));
        for (RuntimeException answer : answers) {
            try {
                Object unusedArrived = serialization.toObject(serialization.toData(answer));
            } catch (HazelcastSerializationException keptOut) {
                throw new SingletonConfigurationException(
                        "lease = cp: " + answer.getClass().getName() + " does not get through the serialization of the"
                                + " Hazelcast instance '" + hz.getName() + "' (" + keptOut.getMessage() + "), so the CP"
                                + " members would not hear each other's failures. Let com.hazelcast.** and java.** pass the"
                                + " filter of the JVM (jdk.serialFilter; on Helidon helidon.serialFilter.pattern) and"
                                + " Hazelcast's own (java-serialization-filter), or name another lease provider",
                        keptOut);
            }
        }
    }
}

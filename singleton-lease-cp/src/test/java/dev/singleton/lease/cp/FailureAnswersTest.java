package dev.singleton.lease.cp;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.config.Config;
import com.hazelcast.config.JavaSerializationFilterConfig;
import com.hazelcast.core.HazelcastInstance;
import dev.singleton.SingletonConfigurationException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** CP members answer one another with exceptions, which must arrive. */
class FailureAnswersTest {

    @Test
    void aFilterThatKeepsHazelcastsExceptionsOutIsRefusedWithWhatToLetThrough() {
        UnaryOperator<Config> filtered = config -> {
            JavaSerializationFilterConfig filter = new JavaSerializationFilterConfig();
            filter.getBlacklist().addPrefixes("com.hazelcast");
            config.getSerializationConfig().setJavaSerializationFilterConfig(filter);
            return CpLeaseProvider.configure(config, CpLeaseSettings.defaults());
        };
        try (Cluster cluster = new Cluster(filtered)) {
            HazelcastInstance member = cluster.startOne();

            assertThatThrownBy(() -> new Seat(new CpLeaseProvider(), member, "filtered"))
                    .isInstanceOf(SingletonConfigurationException.class)
                    .hasMessageContaining("com.hazelcast.cp.exception.CPSubsystemException does not get through")
                    .hasMessageContaining("Let com.hazelcast.** and java.** pass");
        }
    }
}

package dev.singleton.lease.cp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.config.Config;
import com.hazelcast.config.cp.CPSubsystemConfig;
import com.hazelcast.core.HazelcastInstance;
import dev.singleton.NodeId;
import dev.singleton.SingletonConfigurationException;
import dev.singleton.spi.LeaseProvider;
import dev.singleton.testkit.LogBook;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ServiceLoader;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is set, what is refused, and how a Hazelcast configuration is prepared or checked. */
class SettingsTest {

    @Test
    void theDefaultsFitEachOther() {
        CpLeaseSettings defaults = CpLeaseSettings.defaults();

        assertThat(defaults.sessionTtl()).isEqualTo(Duration.ofSeconds(15));
        assertThat(defaults.heartbeat()).isEqualTo(Duration.ofSeconds(2));
        assertThat(defaults.margin()).isEqualTo(Duration.ofSeconds(3));
        assertThat(defaults.operationTimeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(defaults.memberCount()).isEqualTo(3);
        assertThat(defaults.autoPromote()).isTrue();
        assertThat(defaults.allowUnsafe()).isFalse();
    }

    @Test
    void theProviderIsFoundByTheServiceLoader() {
        assertThat(ServiceLoader.load(LeaseProvider.class))
                .extracting(LeaseProvider::name)
                .contains("cp");
    }

    @ParameterizedTest
    @CsvSource({
        "session-ttl, PT1S, whole seconds",
        "session-ttl, PT4.5S, whole seconds",
        "session-ttl, PT10M1S, at most PT10M",
        "operation-timeout, PT10M1S, at most PT10M",
        "heartbeat, PT2562047788015215H, half of session-ttl",
        "margin, PT0S, at least PT0.1S",
        "margin, PT15S, less than session-ttl",
        "heartbeat, PT0.05S, at least PT0.1S",
        "heartbeat, PT7S, half of session-ttl - margin",
        "operation-timeout, PT0.9S, at least PT1S",
    })
    void aDurationThatDoesNotFitIsRefusedWithTheSettingItsValueAndTheRule(String key, String value, String rule) {
        Duration duration = Duration.parse(value);
        CpLeaseSettings.Builder builder = CpLeaseSettings.builder();
        UnaryOperator<CpLeaseSettings.Builder> set = each -> switch (key) {
            case "session-ttl" -> each.sessionTtl(duration);
            case "margin" -> each.margin(duration);
            case "heartbeat" -> each.heartbeat(duration);
            default -> each.operationTimeout(duration);
        };

        assertThatThrownBy(() -> set.apply(builder).build())
                .isInstanceOf(SingletonConfigurationException.class)
                .hasMessageContaining("singleton.lease.cp." + key + " = " + duration)
                .hasMessageContaining(rule);
    }

    @Test
    void nodesThatAskOtherGroupsOrCountWithAnotherTimeToLiveNameOtherArbiters() {
        CpLeaseSettings other = CpLeaseSettings.builder().group("others").build();
        CpLeaseSettings longer =
                CpLeaseSettings.builder().sessionTtl(Duration.ofSeconds(20)).build();
        CpLeaseSettings patient = CpLeaseSettings.builder()
                .operationTimeout(Duration.ofSeconds(9))
                .build();

        String arbiter = new CpLeaseProvider().arbiter();

        assertThat(arbiter).contains("singletons", "PT15S");
        assertThat(new CpLeaseProvider(other).arbiter()).isNotEqualTo(arbiter);
        assertThat(new CpLeaseProvider(longer).arbiter()).isNotEqualTo(arbiter);
        assertThat(new CpLeaseProvider(patient).arbiter()).isEqualTo(arbiter);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 4, 101})
    void aMajorityNeedsThreeMembersAndAnOddNumber(int count) {
        assertThatThrownBy(() -> CpLeaseSettings.builder().memberCount(count).build())
                .isInstanceOf(SingletonConfigurationException.class)
                .hasMessageContaining("singleton.lease.cp.member-count = " + count)
                .hasMessageContaining("an odd number from 3 to 99");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a@b", "metadata", "with space"})
    void aGroupHasAPlainName(String group) {
        assertThatThrownBy(() -> CpLeaseSettings.builder().group(group).build())
                .isInstanceOf(SingletonConfigurationException.class)
                .hasMessageContaining("singleton.lease.cp.group = " + group);
    }

    @Test
    void aConfigurationThatWePrepareGetsTheSettings() {
        CPSubsystemConfig cp = CpLeaseProvider.configure(new Config(), CpLeaseSettings.defaults())
                .getCPSubsystemConfig();

        assertThat(cp.getCPMemberCount()).isEqualTo(3);
        assertThat(cp.getGroupSize()).isEqualTo(3);
        assertThat(cp.getSessionTimeToLiveSeconds()).isEqualTo(15);
        assertThat(cp.getSessionHeartbeatIntervalSeconds()).isEqualTo(2);
        assertThat(cp.getMissingCPMemberAutoRemovalSeconds()).isZero();
    }

    @Test
    void aMemberThatWePrepareGivesUpACallOfWhichTheAnswerWasLost() {
        String key = "hazelcast.operation.call.timeout.millis";
        CpLeaseSettings slower = CpLeaseSettings.builder()
                .operationTimeout(Duration.ofSeconds(25))
                .build();

        assertThat(CpLeaseProvider.configure(new Config(), CpLeaseSettings.defaults())
                        .getProperty(key))
                .isEqualTo("20000");
        assertThat(CpLeaseProvider.configure(new Config(), slower).getProperty(key))
                .isEqualTo("25000");
        assertThat(CpLeaseProvider.configure(new Config().setProperty(key, "60000"), slower)
                        .getProperty(key))
                .as("a value of its own")
                .isEqualTo("60000");
    }

    @Test
    void aConfigurationWithACpSubsystemOfItsOwnIsLeftAsItIs() {
        Config config = new Config();
        config.getCPSubsystemConfig().setCPMemberCount(5).setSessionTimeToLiveSeconds(60);

        CpLeaseProvider.configure(config, CpLeaseSettings.defaults());

        assertThat(config.getCPSubsystemConfig().getCPMemberCount()).isEqualTo(5);
        assertThat(config.getCPSubsystemConfig().getSessionTimeToLiveSeconds()).isEqualTo(60);
    }

    @Test
    void aMemberWithoutCpSubsystemIsRefused() {
        try (Cluster cluster = new Cluster(config -> config)) {
            HazelcastInstance member = cluster.startOne();

            assertThatThrownBy(() -> new Seat(new CpLeaseProvider(), member, "unsafe"))
                    .isInstanceOf(SingletonConfigurationException.class)
                    .hasMessageContaining("cp-member-count = 0")
                    .hasMessageContaining("singleton.lease.cp.allow-unsafe");
        }
    }

    @Test
    void unsafeLeasesAreGivenWhereTheyAreAllowedAndSaySo() {
        CpLeaseSettings settings = CpLeaseSettings.builder().allowUnsafe(true).build();
        try (LogBook log = new LogBook();
                Cluster cluster = new Cluster(config -> config)) {
            HazelcastInstance member = cluster.startOne();
            Seat seat = new Seat(new CpLeaseProvider(settings), member, "unsafe");

            seat.hold();

            assertThat(seat.lease().condition().usable()).isTrue();
            assertThat(seat.lease().condition().text()).contains("UNSAFE");
            assertThat(log.warnings("UNSAFE")).hasSize(1);
            seat.release();
            seat.lease().close();
        }
    }

    @Test
    void aMemberWhoseOwnConfigurationDiffersIsToldWhatCountsAndAFormingSubsystemIsNoLease() {
        CpLeaseSettings settings = CpLeaseSettings.builder()
                .operationTimeout(Duration.ofSeconds(1))
                .build();
        UnaryOperator<Config> own = config -> {
            config.setProperty("hazelcast.max.no.heartbeat.seconds", "60");
            config.getCPSubsystemConfig().setCPMemberCount(5).setGroupSize(3).setSessionTimeToLiveSeconds(30);
            config.getCPSubsystemConfig().setMissingCPMemberAutoRemovalSeconds(40);
            return config;
        };
        try (LogBook log = new LogBook();
                Cluster cluster = new Cluster(own)) {
            Seat seat = new Seat(new CpLeaseProvider(settings), cluster.startOne(), "alone");

            assertThat(log.warnings("session-time-to-live-seconds = 30", "PT15S"))
                    .hasSize(1);
            assertThat(log.warnings("cp-member-count = 5", "member-count = 3")).hasSize(1);
            assertThat(log.warnings("hazelcast.max.no.heartbeat.seconds = 60", "session-ttl - margin (PT27S)"))
                    .hasSize(1);
            assertThat(seat.acquire()).isInstanceOf(dev.singleton.spi.Lease.Acquisition.Failed.class);
            Seat.eventually(
                    "health tells how many are missing",
                    () -> seat.lease().condition().text().contains("1 of 5"));
            assertThat(seat.lease().condition().usable()).isFalse();
        }
    }

    @Test
    void aTimeToLiveThatTheMarginEatsUpIsRefused() {
        CpLeaseSettings settings = CpLeaseSettings.builder().build();
        UnaryOperator<Config> own = config -> {
            config.getCPSubsystemConfig()
                    .setCPMemberCount(3)
                    .setSessionTimeToLiveSeconds(5)
                    .setSessionHeartbeatIntervalSeconds(1);
            return config;
        };
        try (Cluster cluster = new Cluster(own)) {
            HazelcastInstance member = cluster.startOne();

            assertThatThrownBy(() -> new Seat(new CpLeaseProvider(settings), member, "short"))
                    .isInstanceOf(SingletonConfigurationException.class)
                    .hasMessageContaining("live for PT5S")
                    .hasMessageContaining("singleton.lease.cp.margin = PT3S");
        }
    }

    @Test
    void aNodeWithoutAHazelcastInstanceInThisJvmIsToldWhatToDo() {
        NodeId nobody = new NodeId(UUID.randomUUID(), new InetSocketAddress(InetAddress.getLoopbackAddress(), 1));

        assertThatThrownBy(() -> new CpLeaseProvider().lease("x", nobody, reason -> {}))
                .isInstanceOf(SingletonConfigurationException.class)
                .hasMessageContaining("new CpLeaseProvider(settings, instance)");
    }
}

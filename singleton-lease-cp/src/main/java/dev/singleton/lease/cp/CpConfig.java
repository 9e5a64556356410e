package dev.singleton.lease.cp;

import com.hazelcast.cluster.Member;
import com.hazelcast.config.Config;
import com.hazelcast.config.cp.CPSubsystemConfig;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.BuildInfoProvider;
import com.hazelcast.spi.properties.ClusterProperty;
import dev.singleton.SingletonConfigurationException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The settings and Hazelcast's own configuration: how the one is put into the other, and whether they fit. */
final class CpConfig {

    private static final Logger LOG = System.getLogger(CpConfig.class.getName());
    private static final int LARGEST_GROUP = 7;

    /** Much less, and a member that lacks the CP Subsystem ends the others while they wait for it to get one. */
    private static final long LEAST_CALL_TIMEOUT_MILLIS = 20_000;

    /** The attribute of a member that has a CP Subsystem in its configuration: how many CP members it waits for. */
    private static final String PREPARED = "singleton.lease.cp.member-count";

    private CpConfig() {}

    /** @throws SingletonConfigurationException when Hazelcast's jar has no CP Subsystem */
    static void prepare(Config config, CpLeaseSettings settings) {
        ClassLoader hazelcast = Config.class.getClassLoader();
        if (missing("com.hazelcast.cp.internal.RaftService", hazelcast)
                && missing("com.hazelcast.instance.impl.EnterpriseNodeExtension", hazelcast)) {
            throw noCpSubsystem(BuildInfoProvider.getBuildInfo().getVersion(), "", null);
        }
        CPSubsystemConfig cp = config.getCPSubsystemConfig();
        if (cp.getCPMemberCount() == 0) {
            prepare(cp, settings);
        }
        config.getMemberAttributeConfig().setAttribute(PREPARED, String.valueOf(cp.getCPMemberCount()));
        giveUpLostCalls(config, settings);
    }

    /**
     * A call hangs whose answer was lost with a connection, when the other member stays in the member list: for twice this
     * time, which is two minutes by Hazelcast's default. So long this node would have no lease. Hazelcast gives no call up
     * of which the other member says that it is still being worked on.
     */
    private static void giveUpLostCalls(Config config, CpLeaseSettings settings) {
        String key = ClusterProperty.OPERATION_CALL_TIMEOUT_MILLIS.getName();
        if (config.getProperty(key) == null && System.getProperty(key) == null) {
            long millis = Math.max(
                    LEAST_CALL_TIMEOUT_MILLIS, settings.operationTimeout().toMillis());
            config.setProperty(key, String.valueOf(millis));
        }
    }

    private static void prepare(CPSubsystemConfig cp, CpLeaseSettings settings) {
        long heartbeatSeconds = settings.heartbeat().plusMillis(999).toSeconds();
        cp.setCPMemberCount(settings.memberCount())
                .setGroupSize(Math.min(settings.memberCount(), LARGEST_GROUP))
                .setSessionTimeToLiveSeconds((int) settings.sessionTtl().toSeconds())
                .setSessionHeartbeatIntervalSeconds((int) heartbeatSeconds)
                // A member that was cut off for longer would come back and only believe to be a CP member; a restarted
                // one removes its predecessor by itself.
                .setMissingCPMemberAutoRemovalSeconds(0);
        // Half of Hazelcast's defaults or less: a new leader is there a second after the death of the old one.
        cp.getRaftAlgorithmConfig()
                .setLeaderElectionTimeoutInMillis(1000)
                .setLeaderHeartbeatPeriodInMillis(1000)
                .setMaxMissedLeaderHeartbeatCount(5);
    }

    /** The members that do not say that they have a CP Subsystem; none when this one does not say so either. */
    static List<String> unprepared(Set<Member> members) {
        boolean said = members.stream().anyMatch(member -> member.localMember() && prepared(member));
        return members.stream()
                .filter(member -> said && !prepared(member))
                .map(member -> member.getAddress().toString())
                .toList();
    }

    private static boolean prepared(Member member) {
        return member.getAttribute(PREPARED) != null;
    }

    private static boolean missing(String className, ClassLoader loader) {
        try {
            Class<?> unusedFound = Class.forName(className, false, loader);
            return false;
        } catch (ClassNotFoundException notThere) {
            return true;
        }
    }

    private static SingletonConfigurationException noCpSubsystem(
            String version, String where, @Nullable Throwable cause) {
        String text = "lease = cp: Hazelcast " + version + where
                + " has no CP Subsystem: the community editions from 5.5 on have none. Use Hazelcast 5.4.0 or 5.3.8, or an"
                + " Enterprise edition; or name another lease provider";
        return cause == null
                ? new SingletonConfigurationException(text)
                : new SingletonConfigurationException(text, cause);
    }

    /**
     * What leases of this member count with.
     *
     * @param quietly whether the warnings were given before
     * @throws SingletonConfigurationException when they cannot be had
     */
    static InForce check(HazelcastInstance hz, CpLeaseSettings settings, boolean quietly) {
        requireCpSubsystem(hz);
        CPSubsystemConfig cp = hz.getConfig().getCPSubsystemConfig();
        boolean unsafe = cp.getCPMemberCount() == 0;
        if (unsafe && !settings.allowUnsafe()) {
            throw new SingletonConfigurationException("The Hazelcast instance '" + hz.getName()
                    + "' has no CP Subsystem (cp-member-count = 0): its locks are unsafe, two nodes can hold one. Prepare its"
                    + " Config with CpLeaseProvider.configure, or set cp-member-count to 3 or more; or accept it with"
                    + " singleton.lease.cp.allow-unsafe = true");
        }
        InForce inForce = new InForce(
                Duration.ofSeconds(cp.getSessionTimeToLiveSeconds()),
                settings.heartbeat(),
                settings.margin(),
                settings.operationTimeout(),
                settings.group(),
                cp.getCPMemberCount(),
                settings.autoPromote() && !unsafe,
                unsafe);
        requireTtl(hz, inForce, settings);
        if (!unsafe) {
            FailureAnswers.require(hz);
        }
        if (!quietly) {
            LOG.log(
                    unsafe ? Level.WARNING : Level.INFO,
                    "The Hazelcast instance ''{0}'': {1}",
                    hz.getName(),
                    inForce.guarantee());
            warnOfDifferences(hz, inForce, settings);
        }
        return inForce;
    }

    private static void requireCpSubsystem(HazelcastInstance hz) {
        try {
            if (hz.getConfig().getCPSubsystemConfig().getCPMemberCount() == 0) {
                // A jar without CP Subsystem throws here; any other answers at once, and creates nothing.
                hz.getCPSubsystem().getLock("singleton/probe");
            }
        } catch (UnsupportedOperationException noCp) {
            throw noCpSubsystem(
                    hz.getCluster().getLocalMember().getVersion().toString(),
                    " of the instance '" + hz.getName() + "'",
                    noCp);
        }
    }

    private static void requireTtl(HazelcastInstance hz, InForce inForce, CpLeaseSettings settings) {
        if (inForce.renewEvery().multipliedBy(2).compareTo(inForce.lasting()) > 0) {
            throw new SingletonConfigurationException("The CP sessions of the Hazelcast instance '" + hz.getName()
                    + "' live for " + inForce.ttl() + " (session-time-to-live-seconds), which does not fit"
                    + " singleton.lease.cp.margin = " + settings.margin() + " and singleton.lease.cp.heartbeat = "
                    + settings.heartbeat() + ": two heartbeats must fit into the time to live less the margin");
        }
    }

    private static void warnOfDifferences(HazelcastInstance hz, InForce inForce, CpLeaseSettings settings) {
        if (!inForce.unsafe()) {
            Duration silence = maxNoHeartbeat(hz.getConfig());
            if (silence.plusSeconds(1).plus(inForce.renewEvery()).compareTo(inForce.lasting()) >= 0) {
                warn(
                        hz,
                        "hazelcast.max.no.heartbeat.seconds = " + silence.toSeconds()
                                + " does not fit: when the leader of"
                                + " the CP group is cut off, a healthy holder loses its lease, because max-no-heartbeat + 1 s +"
                                + " heartbeat (" + inForce.renewEvery() + ") is not less than session-ttl - margin ("
                                + inForce.lasting()
                                + "). Set a smaller max-no-heartbeat or a larger singleton.lease.cp.session-ttl");
            }
            if (hz.getConfig().getCPSubsystemConfig().getMissingCPMemberAutoRemovalSeconds() > 0
                    && inForce.memberCount() <= 3) {
                warn(
                        hz,
                        "missing-cp-member-auto-removal-seconds = "
                                + hz.getConfig().getCPSubsystemConfig().getMissingCPMemberAutoRemovalSeconds()
                                + " leaves a group of two after a member was cut off for longer. Set it to 0");
            }
        }
        if (!inForce.ttl().equals(settings.sessionTtl())) {
            warn(
                    hz,
                    "its session-time-to-live-seconds = " + inForce.ttl().toSeconds()
                            + " counts, and not singleton.lease.cp.session-ttl = " + settings.sessionTtl());
        }
        if (!inForce.unsafe() && inForce.memberCount() != settings.memberCount()) {
            warn(
                    hz,
                    "its cp-member-count = " + inForce.memberCount()
                            + " counts, and not singleton.lease.cp.member-count = " + settings.memberCount());
        }
    }

    private static Duration maxNoHeartbeat(Config config) {
        String key = ClusterProperty.MAX_NO_HEARTBEAT_SECONDS.getName();
        String value = config.getProperty(key);
        if (value == null) {
            value = System.getProperty(key, ClusterProperty.MAX_NO_HEARTBEAT_SECONDS.getDefaultValue());
        }
        return Duration.ofSeconds(Long.parseLong(value.strip()));
    }

    private static void warn(HazelcastInstance hz, String text) {
        LOG.log(Level.WARNING, "The Hazelcast instance ''{0}'': {1}", hz.getName(), text);
    }
}

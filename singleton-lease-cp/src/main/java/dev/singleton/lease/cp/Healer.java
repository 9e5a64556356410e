package dev.singleton.lease.cp;

import com.hazelcast.cluster.Address;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import com.hazelcast.cp.CPGroup;
import com.hazelcast.cp.CPMember;
import com.hazelcast.cp.CPSubsystemManagementService;
import dev.singleton.lease.cp.Contact.Obstacle;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the place of one member in the CP Subsystem, on a thread of its own, which looks every second. The members of a CP
 * Subsystem without persistence forget all when they restart: each of them must be taken out and put in anew, or the
 * majority is gone after a rolling restart.
 *
 * <ul>
 *   <li>A member without a place removes its predecessor, which had the same address, and has itself promoted.
 *   <li>It counts as ready only when its Raft nodes are really there.
 *   <li>A member that believes to have a place, and that the others have removed, is terminated: whoever made the instance
 *       makes a new one.
 *   <li>What it cannot mend, it says once: an obstacle, for the health check, and what to do, in the log.
 * </ul>
 */
final class Healer implements Contact.Place {

    private static final Logger LOG = System.getLogger(Healer.class.getName());
    private static final String NOT_RUNNING = "the Hazelcast instance is not running (it ends itself without further"
            + " notice when a member leaves while the CP Subsystem forms); whoever made it makes a new one";
    private static final long EVERY_MILLIS = 1000;
    /** A second look at what the others think costs a question to the group, so it is not taken every second. */
    private static final long LOOK_AROUND = Duration.ofSeconds(5).toNanos();

    private static final long STRANGER_FOR = Duration.ofSeconds(15).toNanos();
    /** Where Raft nodes cannot be seen, they are there after this time. */
    private static final long BLIND_WAIT = Duration.ofSeconds(10).toNanos();

    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final Duration CHANGE = Duration.ofSeconds(30);

    private final HazelcastInstance hz;
    private final String name;
    private final InForce inForce;
    private final ScheduledThreadPoolExecutor thread;
    private volatile Obstacle obstacle;
    private String said = "";

    private @Nullable UUID place;
    /** Whether this member has its place, or need not have one: until then it hosts nothing that needs a lease. */
    private boolean inPlace;

    private long placeSince;
    private long lookedAround;
    private long strangerSince;
    private boolean stranger;

    Healer(HazelcastInstance hz, InForce inForce) {
        this.hz = hz;
        this.name = hz.getName();
        this.inForce = inForce;
        this.thread = new ScheduledThreadPoolExecutor(1, CpNode.daemons("singleton-lease-cp-healer " + name));
        this.obstacle = inForce.unsafe() ? Obstacle.NONE : bar("the place of this member is not known yet");
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    void start() {
        if (!inForce.unsafe()) {
            var unused = thread.scheduleWithFixedDelay(this::look, 0, EVERY_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    void end() {
        thread.shutdown();
    }

    @Override
    public Obstacle obstacle() {
        return obstacle;
    }

    private void look() {
        try {
            obstacle = hz.getLifecycleService().isRunning()
                    ? tend(hz.getCPSubsystem().getCPSubsystemManagementService())
                    : bar(NOT_RUNNING);
        } catch (HazelcastInstanceNotActiveException stopped) {
            obstacle = bar(NOT_RUNNING);
        } catch (TimeoutException | ExecutionException | RuntimeException failed) {
            obstacle = new Obstacle(majority() + " (" + failed + ")", !inPlace);
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
            return;
        }
        say();
    }

    private void say() {
        String now = obstacle.text();
        String kind = now.replaceAll("[0-9]+ of|\\(.*", "");
        if (!kind.equals(said)) {
            said = kind;
            LOG.log(
                    now.isEmpty() ? Level.INFO : Level.WARNING,
                    "{0}: {1}",
                    name,
                    now.isEmpty() ? "this member has its place in the CP Subsystem" : now);
        }
    }

    private String majority() {
        return "the CP Subsystem does not answer, "
                + hz.getCluster().getMembers().size() + " of " + inForce.memberCount()
                + " members are here; when the majority of the CP members is gone for good, call"
                + " CPSubsystemManagementService.reset() on the oldest member, see docs/operations.md";
    }

    private static Obstacle bar(String text) {
        return new Obstacle(text, true);
    }

    private Obstacle tend(CPSubsystemManagementService cp)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (!cp.isDiscoveryCompleted()) {
            int here = hz.getCluster().getMembers().size();
            return new Obstacle(
                    "the CP Subsystem is forming: " + here + " of " + inForce.memberCount() + " members are here",
                    true);
        }
        CPMember local = cp.getLocalCPMember();
        if (local == null) {
            return inForce.autoPromote()
                    ? takePlace(cp)
                    : new Obstacle("this member is no CP member, and singleton.lease.cp.auto-promote is off", false);
        }
        if (!local.getUuid().equals(place)) {
            place = local.getUuid();
            placeSince = System.nanoTime();
            inPlace = false;
        }
        if (!inPlace) {
            inPlace = raftNodesHere(cp, local, CPGroup.METADATA_CP_GROUP_NAME)
                    && raftNodesHere(cp, local, inForce.group());
        }
        if (!inPlace) {
            return bar("this CP member's Raft nodes are not there yet");
        }
        return lookAround(cp, local);
    }

    private Obstacle takePlace(CPSubsystemManagementService cp)
            throws InterruptedException, ExecutionException, TimeoutException {
        Address here = hz.getCluster().getLocalMember().getAddress();
        Collection<CPMember> members = answer(cp.getCPMembers(), ANSWER);
        boolean replaced = false;
        for (CPMember member : members) {
            if (member.getAddress().equals(here)) {
                LOG.log(Level.INFO, "{0}: removes its predecessor {1} from the CP Subsystem", name, member);
                answer(cp.removeCPMember(member.getUuid()), CHANGE);
                replaced = true;
            }
        }
        long alive = members.stream().filter(this::here).count();
        if (!replaced && alive >= inForce.memberCount()) {
            // The CP Subsystem is complete; this one is a spare.
            inPlace = true;
            return Obstacle.NONE;
        }
        inPlace = false;
        LOG.log(Level.INFO, "{0}: becomes a CP member; {1} of {2} are here", name, alive, inForce.memberCount());
        answer(cp.promoteToCPMember(), CHANGE);
        return bar("this member becomes a CP member");
    }

    private boolean here(CPMember member) {
        return hz.getCluster().getMembers().stream()
                .anyMatch(present -> present.getAddress().equals(member.getAddress()));
    }

    /** Whether this member takes part in the group, or need not. */
    private boolean raftNodesHere(CPSubsystemManagementService cp, CPMember local, String groupName)
            throws InterruptedException, ExecutionException, TimeoutException {
        @Nullable CPGroup group = answer(cp.getCPGroup(groupName), ANSWER);
        if (group == null) {
            return true;
        }
        boolean member =
                group.members().stream().anyMatch(each -> each.getUuid().equals(local.getUuid()));
        if (!member) {
            return group.members().size()
                    >= hz.getConfig().getCPSubsystemConfig().getGroupSize();
        }
        Boolean there = RaftNodes.ready(hz, groupName);
        return there != null ? there : System.nanoTime() - placeSince > BLIND_WAIT;
    }

    private Obstacle lookAround(CPSubsystemManagementService cp, CPMember local)
            throws InterruptedException, ExecutionException, TimeoutException {
        long now = System.nanoTime();
        if (now - lookedAround < LOOK_AROUND && !stranger) {
            return obstacle.bars() ? Obstacle.NONE : obstacle;
        }
        lookedAround = now;
        boolean known = answer(cp.getCPMembers(), ANSWER).stream()
                .anyMatch(each -> each.getUuid().equals(local.getUuid()));
        if (known) {
            stranger = false;
            return Obstacle.NONE;
        }
        if (!stranger) {
            stranger = true;
            strangerSince = now;
        }
        if (now - strangerSince > STRANGER_FOR) {
            LOG.log(
                    Level.ERROR,
                    "{0}: the other CP members have removed this one ({1}), which cannot be mended in a running"
                            + " instance. It is terminated; whoever made it makes a new one",
                    name,
                    local);
            hz.getLifecycleService().terminate();
        }
        return bar("the other CP members have removed this one; the instance is terminated if that lasts");
    }

    private static <T> T answer(CompletionStage<T> asked, Duration bound)
            throws InterruptedException, ExecutionException, TimeoutException {
        return asked.toCompletableFuture().get(bound.toMillis(), TimeUnit.MILLISECONDS);
    }
}

package dev.singleton.lease.cp;

import com.hazelcast.cluster.Address;
import com.hazelcast.cluster.Member;
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
import java.util.Set;
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
 *   <li>A member that believes to have a place, and that the others have removed, is terminated, unless {@code auto-promote} is
 *       off: whoever made the instance makes a new one.
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
    private final FaultLog faults;
    private final Forming forming;
    private volatile Obstacle obstacle;
    private String said = "";

    private @Nullable UUID place;
    /** Whether this member has its place, or need not have one: until then it hosts nothing that needs a lease. */
    private boolean inPlace;

    private long placeSince;
    private long lookedAround = System.nanoTime() - LOOK_AROUND;
    private long strangerSince;
    private boolean stranger;

    Healer(HazelcastInstance hz, InForce inForce) {
        this.hz = hz;
        this.name = hz.getName();
        this.inForce = inForce;
        this.faults = new FaultLog(name);
        this.forming = new Forming(inForce.memberCount());
        this.thread = new ScheduledThreadPoolExecutor(1, CpNode.daemons("singleton-lease-cp-healer " + name));
        this.obstacle =
                inForce.unsafe() ? Obstacle.NONE : Obstacle.passing("the place of this member is not known yet");
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    void start() {
        if (!inForce.unsafe()) {
            var unused = thread.scheduleWithFixedDelay(this::round, 0, EVERY_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    void end() {
        thread.shutdown();
    }

    @Override
    public Obstacle obstacle() {
        return obstacle;
    }

    /** Whatever is thrown here would end the looking, silently. */
    private void round() {
        try {
            look();
            say();
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error fault) {
            faults.tell("the care for the place in the CP Subsystem", fault);
            obstacle = unlessInPlace("this member's place in the CP Subsystem cannot be looked at (" + fault + ")");
        }
    }

    private void look() throws InterruptedException {
        try {
            obstacle = hz.getLifecycleService().isRunning()
                    ? tend(hz.getCPSubsystem().getCPSubsystemManagementService())
                    : Obstacle.lasting(NOT_RUNNING);
        } catch (HazelcastInstanceNotActiveException stopped) {
            obstacle = Obstacle.lasting(NOT_RUNNING);
        } catch (TimeoutException | ExecutionException | RuntimeException failed) {
            obstacle = unlessInPlace(majority() + " (" + failed + ")");
        }
    }

    /** Of a member in its place, the arbiter's answers say enough. */
    private Obstacle unlessInPlace(String text) {
        return inPlace ? Obstacle.noted(text) : Obstacle.passing(text);
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
        return "the CP Subsystem does not answer: no majority of its CP members is reached, of which there were "
                + inForce.memberCount() + " at first; the cluster has "
                + hz.getCluster().getMembers().size()
                + " members now. Start or connect the missing ones; only when they are gone for good, and none of them"
                + " still runs anywhere, call CPSubsystemManagementService.reset() on the oldest member, see"
                + " docs/operations.md";
    }

    private Obstacle tend(CPSubsystemManagementService cp)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (!cp.isDiscoveryCompleted()) {
            Set<Member> members = hz.getCluster().getMembers();
            return forming.look(members.size(), CpConfig.unprepared(members), System.nanoTime());
        }
        forming.over();
        CPMember local = cp.getLocalCPMember();
        if (local == null) {
            return inForce.autoPromote()
                    ? takePlace(cp)
                    : Obstacle.noted("this member is no CP member, and singleton.lease.cp.auto-promote is off");
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
            return Obstacle.passing("this CP member's Raft nodes are not there yet");
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
        return Obstacle.passing("this member becomes a CP member");
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
        return removed(local, now - strangerSince > STRANGER_FOR);
    }

    private Obstacle removed(CPMember local, boolean forGood) {
        String removed = "the other CP members have removed this one, which cannot be mended in a running instance: ";
        if (!inForce.autoPromote()) {
            return Obstacle.lasting(
                    removed + "end it, and make a new one (singleton.lease.cp.auto-promote is off, so it is"
                            + " not terminated by itself)");
        }
        if (forGood) {
            LOG.log(Level.ERROR, "{0}: {1}{2} is terminated; whoever made it makes a new one", name, removed, local);
            hz.getLifecycleService().terminate();
        }
        return Obstacle.lasting(removed + "it is terminated if that lasts");
    }

    private static <T> T answer(CompletionStage<T> asked, Duration bound)
            throws InterruptedException, ExecutionException, TimeoutException {
        return asked.toCompletableFuture().get(bound.toMillis(), TimeUnit.MILLISECONDS);
    }
}

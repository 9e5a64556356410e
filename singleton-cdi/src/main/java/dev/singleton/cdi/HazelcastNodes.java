package dev.singleton.cdi;

import dev.singleton.hazelcast.HazelcastSingletons;
import dev.singleton.lease.cp.CpLeaseProvider;
import dev.singleton.node.SingletonNode;
import dev.singleton.spi.LeaseProvider;
import jakarta.enterprise.context.spi.CreationalContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Nodes on Hazelcast: the application's own instance when it has a bean of one, else the running one that a setting
 * names, else a member that is started for the node, and ended with it. Where a singleton needs it, the member has a place
 * in the CP Subsystem as long as the node lives.
 */
final class HazelcastNodes implements NodeFactory {

    private static final String CP = "cp";

    /** How long Hazelcast's own shutdown waits at least until this node has left. */
    private static final Duration LEAST_LEAVE = Duration.ofSeconds(20);
    /** What leaving takes beyond the hand-over time-out at most, and a second. */
    private static final Duration FAREWELL = Duration.ofSeconds(5);

    @Override
    public Joined join(Place place) {
        CreationalContext<?> borrowed = place.container().createCreationalContext(null);
        Ends ends = new Ends();
        ends.first(borrowed::release);
        try {
            List<LeaseProvider> providers = new ArrayList<>(LeaseNames.beans(place.container(), borrowed));
            boolean builtIn = providers.stream().noneMatch(bean -> bean.name().equals(CP));
            // A bean in its place may be ours with other settings, or have nothing to do with the CP Subsystem.
            boolean cp = place.needsCp() && (builtIn || providers.stream().anyMatch(HazelcastNodes::isOurs));
            boolean prepare = (cp || place.lease().given()) && place.lease().prepares();
            HazelcastMember member = HazelcastMember.of(place, borrowed, prepare);
            ends.first(member::end);
            if (builtIn) {
                providers.add(new CpLeaseProvider(place.lease().cp(), member.instance()));
            }
            SingletonNode node = node(place, member, providers);
            if (cp) {
                ends.first(attend(providers, node));
            }
            return new Joined(node, ends, member.ours());
        } catch (RuntimeException | Error failed) {
            ends.run();
            throw failed;
        }
    }

    private static SingletonNode node(Place place, HazelcastMember member, List<LeaseProvider> providers) {
        Duration leave = place.leaveTimeout().plus(FAREWELL);
        return HazelcastSingletons.on(member.instance())
                .roles(place.settings().roles())
                .codec(place.codec())
                .executor(place.executor())
                .leaveTimeout(leave.compareTo(LEAST_LEAVE) < 0 ? LEAST_LEAVE : leave)
                .leaseProviders(providers)
                .memberEnded(place.memberEnded())
                .buildStarting();
    }

    private static boolean isOurs(LeaseProvider provider) {
        return provider.name().equals(CP) && provider instanceof CpLeaseProvider;
    }

    /** Keeps the member's place in the CP Subsystem; an instance that has none is refused here. */
    private static Ends.Step attend(List<LeaseProvider> providers, SingletonNode node) {
        try {
            CpLeaseProvider provider = (CpLeaseProvider) providers.stream()
                    .filter(HazelcastNodes::isOurs)
                    .findFirst()
                    .orElseThrow();
            return provider.attend(node.self())::close;
        } catch (RuntimeException | Error refused) {
            node.close();
            throw refused;
        }
    }
}

package dev.singleton.it;

import com.hazelcast.cluster.Address;
import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import com.hazelcast.core.HazelcastInstance;
import dev.singleton.SingletonEvent;
import dev.singleton.it.TestMessage.Numbered;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

/** Reports what one node notices: events of its singletons, and whom it sees. */
final class Witness implements MembershipListener {

    private final Reporter reporter;
    /** Addresses of the nodes that can be, the first of {@code n1}. */
    private final List<String> addresses;

    Witness(Reporter reporter, List<String> addresses) {
        this.reporter = reporter;
        this.addresses = addresses;
    }

    /** From now on; tells whom it sees already. */
    void watch(HazelcastInstance hazelcast) {
        UUID unused = hazelcast.getCluster().addMembershipListener(this);
        saw(hazelcast.getCluster().getMembers());
    }

    @Override
    public void memberAdded(MembershipEvent event) {
        saw(event.getMembers());
    }

    @Override
    public void memberRemoved(MembershipEvent event) {
        saw(event.getMembers());
    }

    private void saw(Collection<com.hazelcast.cluster.Member> members) {
        reporter.report(
                Event.Kind.VIEW,
                members.stream()
                        .map(member -> name(member.getAddress()))
                        .sorted()
                        .collect(Collectors.joining(" ")));
    }

    private String name(Address address) {
        int index = addresses.indexOf(address.getHost() + ":" + address.getPort());
        return index < 0 ? address.toString() : "n" + (index + 1);
    }

    void happened(SingletonEvent event) {
        String key = event.key().typeName();
        if (event instanceof SingletonEvent.DeadLetter letter && letter.message() instanceof Numbered message) {
            reporter.report(
                    Event.Kind.DEAD,
                    key,
                    message.sender(),
                    String.valueOf(message.number()),
                    letter.reason().name());
        } else if (event instanceof SingletonEvent.HandOverTimedOut timedOut) {
            reporter.report(Event.Kind.TIMED_OUT, key, timedOut.silentPeers().toString());
        } else if (event instanceof SingletonEvent.LeaseAcquired acquired) {
            reporter.report(Event.Kind.LEASED, key, String.valueOf(acquired.token()));
        } else if (event instanceof SingletonEvent.LeaseLost lost) {
            reporter.report(Event.Kind.LEASE_LOST, key, lost.reason());
        } else if (event instanceof SingletonEvent.Incompatible incompatible) {
            reporter.report(Event.Kind.INCOMPATIBLE, key, incompatible.toString());
        }
    }
}

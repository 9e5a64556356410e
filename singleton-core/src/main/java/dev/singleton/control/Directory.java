package dev.singleton.control;

import dev.singleton.NodeId;
import dev.singleton.spi.Membership;
import dev.singleton.wire.Frame;
import dev.singleton.wire.Frame.KeyEntry;
import dev.singleton.wire.Frame.NodeStatus;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What this node says of itself and what the others have said of themselves. Each node tells each other what changed
 * since that one's last acknowledgement, and again until it is acknowledged: a lost frame delays the picture and does
 * not spoil it.
 */
final class Directory {

    /** As the acknowledged version: say everything once more. */
    private static final long NOTHING = -1;

    /** What is kept of one peer at most: some 15,000 singletons. */
    static final long MOST_KNOWN_BYTES = 32L << 20;

    private final long incarnation;
    private final List<String> roles;
    private long version = 1;
    private NodeStatus status = NodeStatus.STARTING;
    /** Own entries in the order of their last change, with the version of that change. */
    private final LinkedHashMap<String, Versioned> own = new LinkedHashMap<>();

    private NodeId self;
    private List<Membership.Member> list = List.of();
    private final Map<NodeId, PeerRecord> peers = new HashMap<>();

    private record Versioned(KeyEntry entry, long version) {}

    private static final class PeerRecord {
        long incarnation;
        long version;
        /** What the peer has acknowledged of our announcements. */
        long acknowledged;

        /** An announcement is on its way; the next one waits for the answer, so that changes gather meanwhile. */
        boolean inFlight;

        NodeStatus status = NodeStatus.STARTING;
        Set<String> roles = Set.of();
        final Map<String, KeyEntry> entries = new HashMap<>();
        /** What the entries take, roughly, in bytes. */
        long size;

        /** It answered that it runs no singleton node; not asked again until it speaks. */
        boolean absent;
        /** A frame was refused there although it had spoken before: the refusal may be older than what it said. */
        boolean doubted;

        boolean questioned;

        /** It has acknowledged something of this life of ours. */
        boolean introduced;
    }

    Directory(NodeId self, long incarnation, Collection<String> roles) {
        this.self = self;
        this.incarnation = incarnation;
        this.roles = List.copyOf(new LinkedHashSet<>(roles));
    }

    NodeId self() {
        return self;
    }

    NodeStatus status() {
        return status;
    }

    void status(NodeStatus changed) {
        status = changed;
        version++;
    }

    /** Says something of a singleton; true when it is news. */
    boolean announce(KeyEntry entry) {
        Versioned before = own.get(entry.typeName());
        if (before != null && before.entry().equals(entry)) {
            return false;
        }
        own.remove(entry.typeName());
        own.put(entry.typeName(), new Versioned(entry, ++version));
        return true;
    }

    Optional<KeyEntry> ownEntry(String typeName) {
        return Optional.ofNullable(own.get(typeName)).map(Versioned::entry);
    }

    Optional<KeyEntry> entry(NodeId node, String typeName) {
        if (node.equals(self)) {
            return ownEntry(typeName);
        }
        return Optional.ofNullable(peers.get(node)).map(peer -> peer.entries.get(typeName));
    }

    /** Takes the membership's list; gives the members that are gone. */
    List<NodeId> members(NodeId newSelf, List<Membership.Member> members) {
        // Under a new identity this node is a stranger to everybody, and what it knows of the others is of before.
        boolean stranger = !newSelf.equals(self);
        NodeId before = self;
        self = newSelf;
        list = List.copyOf(members);
        Set<NodeId> present = new HashSet<>();
        list.forEach(member -> present.add(member.id()));
        List<NodeId> gone = new ArrayList<>();
        for (NodeId known : List.copyOf(peers.keySet())) {
            if (stranger || !present.contains(known)) {
                peers.remove(known);
                gone.add(known);
            }
        }
        for (Membership.Member member : list) {
            if (!member.id().equals(self)) {
                peers.computeIfAbsent(member.id(), id -> new PeerRecord());
            }
        }
        gone.sort(NodeId::compareAddress);
        if (stranger) {
            // What this node had on its way to itself under the old identity would wait for ever.
            gone.add(before);
        }
        return gone;
    }

    boolean isPeer(NodeId node) {
        return peers.containsKey(node);
    }

    /** Every member, this node included, with all that is known of it; in join order. */
    List<Member> members() {
        List<Member> all = new ArrayList<>();
        for (Membership.Member member : list) {
            PeerRecord peer = peers.get(member.id());
            Set<String> known = new HashSet<>(member.roles());
            known.addAll(peer == null ? roles : peer.roles);
            all.add(new Member(member.id(), member.joinOrder(), statusOf(member, peer), known));
        }
        return all;
    }

    /** A peer's own word wins over what the membership knows of it. */
    private NodeStatus statusOf(Membership.Member member, @Nullable PeerRecord peer) {
        if (peer == null) {
            return status;
        }
        if (peer.incarnation != 0) {
            return peer.status;
        }
        return switch (member.status()) {
            case JOINED -> NodeStatus.STARTING;
            case UP -> NodeStatus.UP;
            case LEAVING -> NodeStatus.LEAVING;
        };
    }

    /** Whether this node is up and has heard from every member: what it does not know then, does not exist. */
    boolean informed() {
        return status != NodeStatus.STARTING
                && !list.isEmpty()
                && peers.values().stream().allMatch(peer -> peer.absent || peer.incarnation != 0);
    }

    /**
     * What is to be told to whom: one announcement for each peer that has not acknowledged the last version.
     *
     * @param again also what is on its way already
     */
    Map<NodeId, Frame> due(boolean again) {
        Map<NodeId, Frame> frames = new LinkedHashMap<>();
        for (Membership.Member member : list) {
            PeerRecord peer = peers.get(member.id());
            if (peer == null || peer.absent) {
                continue;
            }
            if (peer.doubted && (again || !peer.questioned)) {
                peer.questioned = true;
                frames.put(member.id(), new Frame.Announced(peer.incarnation, NOTHING));
            } else if (!peer.doubted && peer.acknowledged < version && (again || !peer.inFlight)) {
                peer.inFlight = true;
                frames.put(member.id(), since(peer.acknowledged));
            } else if (again && peer.status == NodeStatus.LEAVING) {
                // Its member may stay when the node has gone, and nobody else would ask whether it is still there.
                frames.put(member.id(), new Frame.Announced(peer.incarnation, NOTHING));
            }
        }
        return frames;
    }

    /** Whether every peer that is there has acknowledged everything. */
    boolean heard() {
        return peers.values().stream().noneMatch(peer -> !peer.absent && peer.acknowledged < version);
    }

    /** Whether some peer still has to acknowledge something, or to say whether it is there. */
    boolean unacknowledged() {
        return peers.values().stream()
                .anyMatch(peer -> !peer.absent
                        && (peer.doubted || peer.acknowledged < version || peer.status == NodeStatus.LEAVING));
    }

    private Frame.Announce since(long base) {
        List<KeyEntry> changed = own.values().stream()
                .filter(entry -> entry.version() > base)
                .map(Versioned::entry)
                .toList();
        return new Frame.Announce(incarnation, base, version, status, roles, changed);
    }

    /** Whether the peer had an earlier life, as far as we know, and speaks in a new one. */
    boolean isNewLife(NodeId from, Frame.Announce frame) {
        PeerRecord peer = peers.get(from);
        return peer != null && peer.incarnation != 0 && frame.incarnation() > peer.incarnation;
    }

    /**
     * Whether the peer would be known by more than this node keeps of one. It may speak of singletons that are not known
     * here, for they may be tomorrow; but not of ever more.
     */
    boolean tooMuch(NodeId from, Frame.Announce frame) {
        PeerRecord peer = peers.get(from);
        if (peer == null) {
            return false;
        }
        boolean anew = frame.incarnation() > peer.incarnation;
        long size = anew ? 0 : peer.size;
        for (String role : frame.roles()) {
            size += Volume.of(role);
        }
        for (KeyEntry entry : frame.entries()) {
            KeyEntry before = anew ? null : peer.entries.get(entry.typeName());
            size += Volume.of(entry) - (before == null ? 0 : Volume.of(before));
        }
        return size > MOST_KNOWN_BYTES;
    }

    /** Takes a peer's announcement; gives the names that it changes, or empty when it is old or has a gap. */
    Optional<Set<String>> received(NodeId from, Frame.Announce frame) {
        PeerRecord peer = peers.get(from);
        if (peer == null || frame.incarnation() < peer.incarnation) {
            return Optional.empty();
        }
        Set<String> changed = new HashSet<>();
        if (frame.incarnation() > peer.incarnation) {
            changed.addAll(peer.entries.keySet());
            peer.entries.clear();
            peer.size = 0;
            peer.incarnation = frame.incarnation();
            peer.version = 0;
            // A new life knows nothing of us, whatever an earlier one acknowledged.
            peer.acknowledged = 0;
            peer.inFlight = false;
        }
        peer.absent = false;
        peer.doubted = false;
        if (frame.base() > peer.version || frame.version() <= peer.version) {
            return changed.isEmpty() ? Optional.empty() : Optional.of(changed);
        }
        peer.version = frame.version();
        peer.status = frame.status();
        peer.roles = Set.copyOf(frame.roles());
        for (KeyEntry entry : frame.entries()) {
            KeyEntry before = peer.entries.put(entry.typeName(), entry);
            peer.size += Volume.of(entry) - (before == null ? 0 : Volume.of(before));
            changed.add(entry.typeName());
        }
        return Optional.of(changed);
    }

    /** What to answer to an announcement of this peer: all that is known of it. */
    Frame.Announced acknowledgement(NodeId from) {
        PeerRecord peer = peers.get(from);
        return peer == null ? new Frame.Announced(0, 0) : new Frame.Announced(peer.incarnation, peer.version);
    }

    /**
     * Takes the answer to an announcement.
     *
     * @return whether it is the first one, so that the peer knows from now on which life of this node it speaks to
     */
    boolean acknowledged(NodeId from, Frame.Announced frame) {
        PeerRecord peer = peers.get(from);
        boolean first = false;
        if (peer != null && frame.incarnation() == incarnation && frame.version() <= version) {
            first = !peer.introduced;
            peer.introduced = true;
            peer.acknowledged = Math.max(0, frame.version());
            peer.inFlight = false;
        }
        return first;
    }

    /**
     * The frame was not taken, because the peer ran no singleton node then. One that never spoke is absent. One that did
     * is asked: a refusal that is late must not wipe out what the peer has said since. If it lives, it says everything
     * again; if it refuses the question too, it is absent.
     *
     * @return the names that it had announced, when it is absent from now on
     */
    Set<String> refused(NodeId node, Frame frame) {
        PeerRecord peer = peers.get(node);
        if (peer == null || peer.absent) {
            return Set.of();
        }
        boolean question = frame.equals(new Frame.Announced(peer.incarnation, NOTHING));
        if (peer.incarnation != 0 && !(peer.doubted && question)) {
            peer.questioned &= peer.doubted;
            peer.doubted = true;
            return Set.of();
        }
        Set<String> known = new LinkedHashSet<>(peer.entries.keySet());
        peer.doubted = false;
        peer.absent = true;
        peer.acknowledged = 0;
        peer.inFlight = false;
        peer.entries.clear();
        peer.size = 0;
        peer.status = NodeStatus.STARTING;
        peer.version = 0;
        return known;
    }
}

package dev.singleton.control;

import dev.singleton.DeadLetterReason;
import dev.singleton.NodeId;
import dev.singleton.Placement;
import dev.singleton.SingletonStatus.Disagreement;
import dev.singleton.manager.Peer;
import dev.singleton.manager.Standing;
import dev.singleton.manager.View;
import dev.singleton.proxy.Route;
import dev.singleton.wire.Frame.HostTerms;
import dev.singleton.wire.Frame.KeyEntry;
import dev.singleton.wire.Frame.NodeStatus;
import dev.singleton.wire.Frame.Stance;
import dev.singleton.wire.Frame.Terms;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One singleton as this node sees it: who is elected, who hosts, where messages go, who disagrees. Made from the
 * directory alone; the manager and the handles work from the same picture, so they cannot differ.
 */
record Picture(
        View view, Route route, Optional<NodeId> owner, List<Disagreement> disagreements, boolean anotherIsGranted) {

    static Picture of(Directory directory, List<Member> members, String typeName, boolean merging) {
        return new Painter(directory, members, typeName).paint(merging);
    }

    /** The steps of making a picture, which share what was found on the way. */
    private static final class Painter {
        private final Directory directory;
        private final List<Member> members;
        private final String typeName;
        private final NodeId self;
        private final Terms mine;
        private final Terms terms;
        private final Comparator<Member> order;

        Painter(Directory directory, List<Member> members, String typeName) {
            this.directory = directory;
            this.members = members;
            this.typeName = typeName;
            this.self = directory.self();
            this.mine = directory
                    .ownEntry(typeName)
                    .map(KeyEntry::terms)
                    .orElseGet(() -> new Terms("", "", Optional.empty()));
            this.terms = mine.host().isPresent() ? mine : adopted();
            this.order = Placements.order(placement(), typeName);
        }

        /** A node that only references a singleton goes by the settings of those that started it. */
        private Terms adopted() {
            return members.stream()
                    .flatMap(member -> directory.entry(member.id(), typeName).stream())
                    .filter(entry -> entry.terms().host().isPresent()
                            && Agreement.of(mine, entry.terms()).compatible())
                    .map(KeyEntry::terms)
                    .filter(theirs -> theirs.host()
                            .flatMap(host -> Placements.named(host.placement()))
                            .isPresent())
                    .findFirst()
                    .orElse(mine);
        }

        private Placement placement() {
            return terms.host()
                    .flatMap(host -> Placements.named(host.placement()))
                    .orElse(Placement.ADDRESS);
        }

        Picture paint(boolean merging) {
            boolean quorum = quorumHolds();
            Optional<Member> elected =
                    members.stream().filter(this::candidate).min(order).filter(winner -> quorum);
            List<Peer> peers = new ArrayList<>();
            Optional<Member> me =
                    members.stream().filter(member -> member.id().equals(self)).findFirst();
            for (Member member : members) {
                if (!member.id().equals(self)) {
                    peers.add(peer(member, me));
                }
            }
            Standing standing = merging ? Standing.MERGING : standing(me, quorum);
            View view = new View(self, standing, elected.map(Member::id), peers);
            Optional<NodeId> owner = owner(view.elected());
            return new Picture(
                    view,
                    route(view, owner, quorum),
                    owner,
                    disagreements(),
                    granted().anyMatch(member -> !member.id().equals(self)));
        }

        private boolean quorumHolds() {
            int quorum = terms.host().map(HostTerms::quorum).orElse(0);
            return quorum == 0
                    || members.stream()
                                    .filter(member ->
                                            member.status() != NodeStatus.STARTING && member.carries(terms.role()))
                                    .count()
                            >= quorum;
        }

        private boolean candidate(Member member) {
            Stance stance =
                    directory.entry(member.id(), typeName).map(KeyEntry::stance).orElse(Stance.OUT);
            boolean wanted = switch (stance) {
                case STARTED, REF -> true;
                case WAITING -> !leavesItToAnother(member);
                case CLIENT, OUT -> false;
            };
            return wanted && mayHost(member);
        }

        private boolean mayHost(Member member) {
            return member.up() && member.carries(terms.role()) && compatible(member.id());
        }

        /**
         * A node that is granted no lease yet comes after each that is granted some, whatever the placement: were it elected,
         * nobody would host for as long as it waits, which may be for ever. When all wait, one of them is elected as ever, so
         * that messages have a place to wait at; and none elects itself before it has heard from all.
         */
        private boolean leavesItToAnother(Member waiting) {
            boolean unheard = waiting.id().equals(self) && !directory.informed();
            return unheard || granted().findAny().isPresent();
        }

        /** Those that may host and are granted leases, where they need any. */
        private Stream<Member> granted() {
            return members.stream()
                    .filter(member -> mayHost(member)
                            && directory
                                    .entry(member.id(), typeName)
                                    .filter(entry -> entry.stance() == Stance.STARTED)
                                    .isPresent());
        }

        private boolean compatible(NodeId node) {
            return node.equals(self) || agreement(node).compatible();
        }

        private Agreement agreement(NodeId node) {
            return directory
                    .entry(node, typeName)
                    .map(entry -> Agreement.of(mine, entry.terms()))
                    .orElse(Agreement.FULL);
        }

        private Peer peer(Member member, Optional<Member> me) {
            Optional<KeyEntry> entry = directory.entry(member.id(), typeName);
            boolean started = entry.filter(known -> known.stance().inRotation()).isPresent();
            boolean hosting = entry.filter(KeyEntry::hosting).isPresent();
            boolean before = me.isEmpty() || order.compare(member, me.get()) < 0;
            boolean compatible = compatible(member.id());
            return new Peer(
                    member.id(), before, hosting, started && mayHost(member), (started || hosting) && !compatible);
        }

        private Standing standing(Optional<Member> me, boolean quorum) {
            if (directory.status() == NodeStatus.LEAVING) {
                return Standing.LEAVING;
            }
            if (me.isEmpty() || directory.status() == NodeStatus.STARTING) {
                return Standing.STARTING;
            }
            if (!me.get().carries(terms.role())) {
                return Standing.NO_ROLE;
            }
            return quorum ? Standing.ELIGIBLE : Standing.NO_QUORUM;
        }

        private Optional<NodeId> owner(Optional<NodeId> elected) {
            List<NodeId> hosts = members.stream()
                    .filter(member -> compatible(member.id())
                            && directory
                                    .entry(member.id(), typeName)
                                    .filter(KeyEntry::hosting)
                                    .isPresent())
                    .sorted(order)
                    .map(Member::id)
                    .toList();
            return elected.filter(hosts::contains).or(() -> hosts.stream().findFirst());
        }

        private Route route(View view, Optional<NodeId> owner, boolean quorum) {
            if (view.elected().isPresent()) {
                NodeId elected = view.elected().get();
                boolean started = directory
                        .entry(elected, typeName)
                        .filter(entry -> entry.stance().inRotation())
                        .isPresent();
                if (!started) {
                    return owner.<Route>map(Route.To::new).orElseGet(this::onlyReferenced);
                }
                boolean neverHere = elected.equals(self)
                        && owner.isEmpty()
                        && view.peers().stream().anyMatch(Peer::conflicting);
                return neverHere ? new Route.Refuse(DeadLetterReason.INCOMPATIBLE) : new Route.To(elected);
            }
            return quorum || !directory.informed() ? noCandidate(view) : new Route.NoHost();
        }

        /** The elected node only references it, and keeps others from hosting; but while nobody started it, it may yet. */
        private Route onlyReferenced() {
            if (!directory.informed()) {
                return new Route.NotYetKnown();
            }
            boolean startedElsewhere = members.stream()
                    .anyMatch(member -> directory
                            .entry(member.id(), typeName)
                            .filter(entry -> entry.stance().inRotation())
                            .isPresent());
            return startedElsewhere ? new Route.Refuse(DeadLetterReason.NEVER_STARTED) : new Route.NoHost();
        }

        /** Nobody can host: is there any hope? */
        private Route noCandidate(View view) {
            if (!directory.informed()) {
                return new Route.NotYetKnown();
            }
            if (view.peers().stream().anyMatch(Peer::conflicting)) {
                return new Route.Refuse(DeadLetterReason.INCOMPATIBLE);
            }
            boolean takenOut = members.stream()
                    .anyMatch(member -> member.up()
                            && member.carries(terms.role())
                            && directory
                                    .entry(member.id(), typeName)
                                    .filter(entry -> entry.stance() == Stance.OUT)
                                    .isPresent());
            return takenOut ? new Route.Refuse(DeadLetterReason.OPTED_OUT) : new Route.NoHost();
        }

        private List<Disagreement> disagreements() {
            List<Disagreement> found = new ArrayList<>();
            for (Member member : members) {
                if (!member.id().equals(self)) {
                    Agreement agreement = agreement(member.id());
                    if (!agreement.incompatible().isEmpty()) {
                        found.add(new Disagreement(member.id(), agreement.incompatible(), true));
                    }
                    if (!agreement.notable().isEmpty()) {
                        found.add(new Disagreement(member.id(), agreement.notable(), false));
                    }
                }
            }
            return found;
        }
    }
}

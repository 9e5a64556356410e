package dev.singleton.exploration;

import java.util.List;
import java.util.stream.Stream;

/**
 * What is explored: in each test run; and with {@code -Dexploration.night=true} more, which takes hours and several GB.
 * {@code -Dexploration.depth=n} looks at states that are at most n moves away.
 */
final class Scopes {

    private static final Scope TWO_COME = Scope.of("two nodes come", 2);
    private static final Scope ONE_BEFORE =
            Scope.of("a node comes before the host", 2).settled(2);
    private static final Scope TWO = Scope.of("two nodes", 2).settled(1, 2);
    private static final Scope THREE_COME = Scope.of("three nodes come", 3);
    private static final Scope FIRST_OF_THREE =
            Scope.of("a node comes before the host and another", 3).settled(2, 3);
    private static final Scope THREE = Scope.of("three nodes", 3).settled(1, 2, 3);

    private Scopes() {}

    static List<Scope> twoNodes() {
        List<Scope> day = List.of(
                ONE_BEFORE.with(Fault.REPEAT, 1),
                ONE_BEFORE.inOrder().with(Fault.STOP, 1).with(Fault.CRASH, 1).with(Fault.LOSS, 1),
                ONE_BEFORE.with(Fault.LOSS, 1),
                TWO_COME,
                TWO_COME.inOrder().with(Fault.LEAVE, 1).with(Fault.CRASH, 1),
                ONE_BEFORE.inOrder().with(Fault.LEAVE, 1).with(Fault.REOPEN, 1),
                ONE_BEFORE.inOrder().with(Fault.HASTE, 1),
                ONE_BEFORE.inOrder().with(Fault.SILENCE, 1),
                TWO.inOrder()
                        .openingLate()
                        .with(Fault.LEAVE, 1)
                        .with(Fault.REOPEN, 1)
                        .with(Fault.LOSS, 1),
                TWO_COME.inOrder().openingLate());
        return scopes(
                day,
                ONE_BEFORE.with(Fault.LOSS, 1).with(Fault.CRASH, 1).with(Fault.LEAVE, 1),
                TWO_COME.with(Fault.LOSS, 1).with(Fault.HASTE, 1).with(Fault.DEATH, 1),
                TWO.openingLate().with(Fault.LEAVE, 2).with(Fault.REOPEN, 2).with(Fault.LOSS, 2));
    }

    static List<Scope> threeNodes() {
        List<Scope> day = List.of(
                FIRST_OF_THREE.inOrder(),
                THREE.inOrder().with(Fault.STOP, 1).with(Fault.LOSS, 1),
                THREE.inOrder().with(Fault.STOP, 1).with(Fault.CRASH, 1),
                THREE.inOrder().with(Fault.LEAVE, 1).with(Fault.CRASH, 1),
                THREE.inOrder().withQuorum(2).with(Fault.CRASH, 2),
                THREE.inOrder().with(Fault.CRASH, 2),
                THREE.inOrder().with(Fault.DEATH, 1).with(Fault.FAILURE, 1),
                THREE_COME.inOrder().upTo(9),
                FIRST_OF_THREE.upTo(9));
        return scopes(
                day,
                FIRST_OF_THREE.inOrder().with(Fault.CRASH, 1).with(Fault.LOSS, 1),
                THREE.inOrder().with(Fault.STOP, 1).with(Fault.RESTART, 1).with(Fault.CRASH, 1),
                THREE.inOrder()
                        .withQuorum(2)
                        .with(Fault.LEAVE, 1)
                        .with(Fault.CRASH, 1)
                        .with(Fault.STOP, 1),
                FIRST_OF_THREE);
    }

    static List<Scope> leases() {
        List<Scope> day = List.of(
                ONE_BEFORE.underLease().inOrder(),
                TWO.underLease().inOrder().with(Fault.STOP, 1),
                ONE_BEFORE
                        .underLease()
                        .with(Fault.EXPIRY, 1)
                        .with(Fault.CRASH, 1)
                        .upTo(11),
                ONE_BEFORE.underLease().inOrder().with(Fault.EXPIRY, 1).upTo(20),
                TWO.underLease().inOrder().with(Fault.CRASH, 1).with(Fault.LEAVE, 1),
                FIRST_OF_THREE.underLease().inOrder().upTo(14),
                TWO.underLease().inOrder().with(Fault.EXPIRY, 1),
                TWO.inOrder().waiting(1).with(Fault.STOP, 1),
                THREE.inOrder().waiting(1).with(Fault.LEAVE, 1).upTo(11),
                THREE.inOrder().waiting(1).with(Fault.DEATH, 1).upTo(12),
                TWO_COME.inOrder().waiting(1, 2).upTo(13));
        return scopes(
                day,
                ONE_BEFORE.underLease().inOrder().with(Fault.EXPIRY, 1).with(Fault.CRASH, 1),
                ONE_BEFORE.underLease().inOrder().with(Fault.SLOW, 1).with(Fault.LOSS, 1),
                TWO.underLease().inOrder().with(Fault.STOP, 1).with(Fault.EXPIRY, 1),
                FIRST_OF_THREE.underLease().inOrder().with(Fault.EXPIRY, 1).upTo(30));
    }

    private static List<Scope> scopes(List<Scope> day, Scope... night) {
        int deepest = Integer.getInteger("exploration.depth", Integer.MAX_VALUE);
        Stream<Scope> chosen = Boolean.getBoolean("exploration.night") ? Stream.of(night) : day.stream();
        return chosen.map(scope -> scope.upTo(Math.min(scope.deepest(), deepest)))
                .toList();
    }
}

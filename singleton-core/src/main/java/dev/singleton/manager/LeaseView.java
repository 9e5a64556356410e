package dev.singleton.manager;

import dev.singleton.SingletonStatus.LeaseState;
import java.util.OptionalLong;

/** The lease as it is told. */
public record LeaseView(LeaseState state, OptionalLong token) {

    /** Of a singleton that needs none. */
    public static final LeaseView NONE = new LeaseView(LeaseState.NONE, OptionalLong.empty());

    static LeaseView of(ManagerState state) {
        if (state.ground().claim() instanceof Claim.Held held) {
            return new LeaseView(LeaseState.HELD, OptionalLong.of(held.token()));
        }
        return new LeaseView(notHeld(state), OptionalLong.empty());
    }

    private static LeaseState notHeld(ManagerState state) {
        if (!state.ground().settings().leased()) {
            return LeaseState.NONE;
        }
        return switch (state.leaseUse()) {
            case NONE -> LeaseState.RELEASED;
            case WANTED -> LeaseState.ACQUIRING;
            case IN_USE -> LeaseState.LOST;
        };
    }
}

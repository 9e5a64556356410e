package dev.singleton.lease.cp;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What the arbiter keeps for this node, or may keep, session by session. Owner thread only. */
final class Claims {

    private final Set<Claim> kept = new LinkedHashSet<>();
    private int session;

    void sessionBegins() {
        session++;
    }

    /** Its locks are gone; what is unsure may be locked in the session that silently followed. */
    void sessionIsOver() {
        kept.removeIf(claim -> !claim.unsure());
    }

    void locked(Claim claim) {
        claim.locked(session);
        kept.add(claim);
    }

    void doubt(Claim claim) {
        claim.doubt();
        kept.add(claim);
    }

    /**
     * Gives back what is kept of the claim; asks the arbiter nothing when that is nothing.
     *
     * @return whether the arbiter was asked
     */
    boolean free(ArbiterSession asked, Claim claim) {
        if (claim.unsure()) {
            asked.settle(claim.typeName());
        } else if (claim.lockedIn(session)) {
            asked.unlock(claim.typeName());
        } else {
            return false;
        }
        claim.free();
        kept.remove(claim);
        return true;
    }

    List<Claim> kept() {
        return List.copyOf(kept);
    }
}

package dev.singleton.manager;

import dev.singleton.wire.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The lease beside the states. A state only says whether it wants the lease, needs it or has no use for it ({@link
 * ManagerState#leaseUse()}); here follows, level-triggered after each step, what is asked for and what is given back. So
 * no state can forget to release, and none can release before its instance is gone.
 */
final class Leasing {

    private Leasing() {}

    /** What follows for the lease from the state that a step has led to. */
    static Step settle(Step step) {
        ManagerState next = step.next();
        Claim claim = next.ground().claim();
        LeaseUse use = next.ground().settings().leased() ? next.leaseUse() : LeaseUse.NONE;
        if (claim instanceof Claim.Free && use == LeaseUse.WANTED) {
            return ask(step, claim);
        }
        if (claim instanceof Claim.Waiting && use == LeaseUse.NONE) {
            return then(step, new Claim.Free(claim.attempt()), new Effect.Cancel(Timer.LEASE));
        }
        if (claim instanceof Claim.Asking && use == LeaseUse.NONE) {
            return release(step, new Claim.Releasing(claim.attempt(), true, true, List.of()));
        }
        if (claim instanceof Claim.Asking asking && asking.hint() == Claim.Hint.FRESH) {
            return then(step, new Claim.Asking(claim.attempt(), Claim.Hint.PASSED_ON), new Effect.LookAgain());
        }
        if (claim instanceof Claim.Held && use == LeaseUse.NONE) {
            return release(step, new Claim.Releasing(claim.attempt(), false, true, List.of()));
        }
        if (claim instanceof Claim.Releasing releasing) {
            return then(step, releasing.with(promises(step)));
        }
        return step;
    }

    private static Step ask(Step step, Claim before) {
        long attempt = before.attempt() + 1;
        return then(step, new Claim.Asking(attempt, Claim.Hint.NONE), new Effect.AcquireLease(attempt));
    }

    private static Step release(Step step, Claim.Releasing releasing) {
        return then(step, releasing.with(promises(step)), new Effect.ReleaseLease());
    }

    /** Who is told in this step that nothing runs here. */
    private static List<Claim.Promise> promises(Step step) {
        List<Claim.Promise> given = new ArrayList<>();
        for (Effect effect : step.effects()) {
            if (effect instanceof Effect.Send send && send.frame() instanceof Frame.Confirm confirm) {
                given.add(new Claim.Promise(send.to(), confirm.round()));
            }
        }
        return given;
    }

    private static Step then(Step step, Claim claim, Effect... more) {
        Ground ground = step.next().ground().with(claim);
        return new Step(step.next().with(ground), step.effects()).and(more);
    }

    // ---- what the arbiter says

    static Step granted(ManagerState state, Event.LeaseGranted event) {
        Claim claim = state.ground().claim();
        if (claim instanceof Claim.Asking && claim.attempt() == event.attempt()) {
            return step(
                    state,
                    new Claim.Held(event.attempt(), event.token()),
                    new Effect.LeaseAcquired(event.attempt(), event.token()));
        }
        return givenUp(state, event.attempt());
    }

    static Step refused(ManagerState state, Event.LeaseRefused event) {
        Claim claim = state.ground().claim();
        if (claim instanceof Claim.Asking asking && claim.attempt() == event.attempt()) {
            Effect told = new Effect.LeaseRefused(event.why());
            return asking.hint() == Claim.Hint.NONE
                    ? wait(state, event.attempt(), told)
                    : step(state, new Claim.Free(event.attempt()), told);
        }
        return givenUp(state, event.attempt());
    }

    private static Step wait(ManagerState state, long attempt, Effect told) {
        return step(state, new Claim.Waiting(attempt), told, retryLater(state, attempt));
    }

    /** The release that followed also gives back what came of the attempt. */
    private static Step givenUp(ManagerState state, long attempt) {
        Claim claim = state.ground().claim();
        if (claim instanceof Claim.Releasing releasing && releasing.answerDue() && claim.attempt() == attempt) {
            return over(state, new Claim.Releasing(attempt, false, releasing.releaseDue(), releasing.promised()));
        }
        return ignore(state, "an answer to an attempt that is over");
    }

    static Step released(ManagerState state) {
        return state.ground().claim() instanceof Claim.Releasing releasing && releasing.releaseDue()
                ? over(
                        state,
                        new Claim.Releasing(releasing.attempt(), releasing.answerDue(), false, releasing.promised()))
                : ignore(state, "nothing is being released");
    }

    private static Step over(ManagerState state, Claim.Releasing releasing) {
        if (releasing.answerDue() || releasing.releaseDue()) {
            return step(state, releasing);
        }
        // Whoever waits for this lease need not wait for its next attempt.
        List<Effect> again = new ArrayList<>();
        for (Claim.Promise promise : releasing.promised()) {
            if (state.ground().view().contains(promise.to())) {
                again.add(state.ground()
                        .confirm(new Event.StandDownAsked(promise.to(), promise.round()), Optional.empty()));
            }
        }
        long attempt = releasing.attempt();
        if (again.isEmpty() || state.leaseUse() != LeaseUse.WANTED) {
            return step(state, new Claim.Free(attempt), again.toArray(Effect[]::new));
        }
        // This node stood down for them, and by its own view, which is behind, wants it again: they come first.
        again.add(retryLater(state, attempt));
        return step(state, new Claim.Waiting(attempt), again.toArray(Effect[]::new));
    }

    private static Effect retryLater(ManagerState state, long attempt) {
        return new Effect.Arm(
                Timer.LEASE, attempt, state.ground().settings().leaseRetry().orElseThrow());
    }

    /** The claim after the loss, when it is the one that is held that was lost. */
    static boolean holds(ManagerState state, Event.LeaseLost event) {
        return state.ground().claim() instanceof Claim.Held held && held.attempt() == event.attempt();
    }

    /** Lost: nothing is held any more. Asked for again at once by a state that stops its instance first. */
    static Step lost(ManagerState state, Event.LeaseLost event) {
        Effect told = new Effect.LeaseLost(event.reason());
        return state.leaseUse() == LeaseUse.WANTED
                ? wait(state, event.attempt(), told)
                : step(state, new Claim.Free(event.attempt()), told);
    }

    static Step retry(ManagerState state, long attempt) {
        return state.ground().claim() instanceof Claim.Waiting waiting && waiting.attempt() == attempt
                ? step(state, new Claim.Free(attempt))
                : ignore(state, "a timer of an earlier attempt");
    }

    /** Something happened after which the lease may be free: a refusal meanwhile, or soon, says nothing. */
    static Ground mayBeFree(Ground ground) {
        Claim claim = ground.claim();
        if (claim instanceof Claim.Waiting) {
            return ground.with(new Claim.Free(claim.attempt()));
        }
        return claim instanceof Claim.Asking
                ? ground.with(new Claim.Asking(claim.attempt(), Claim.Hint.FRESH))
                : ground;
    }

    private static Step step(ManagerState state, Claim claim, Effect... effects) {
        return Step.of(state.with(state.ground().with(claim)), effects);
    }

    private static Step ignore(ManagerState state, String why) {
        return Step.of(state, new Effect.Ignore(why));
    }
}

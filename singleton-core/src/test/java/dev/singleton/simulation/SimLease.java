package dev.singleton.simulation;

import org.jspecify.annotations.Nullable;

/**
 * A provider that keeps the contract of {@code dev.singleton.spi.Lease}: one singleton's lease for one node. It counts
 * by the node's own clock, and its questions and answers travel over {@link SimWire}.
 */
final class SimLease {

    private enum State {
        IDLE,
        ASKING,
        /** Granted, and usable after one confirmed renewal. */
        CONFIRMING,
        HELD
    }

    /** One call of acquire. */
    private static final class Attempt {
        final long number;
        boolean answered;
        boolean givenUp;

        Attempt(long number) {
            this.number = number;
        }
    }

    private final World world;
    private final LeaseRules rules;
    private final SimLane lane;
    private final SimKeeper keeper;

    private State state = State.IDLE;
    private @Nullable Attempt attempt;
    private long ask;
    private SimArbiter.@Nullable Grant grant;
    /** In thousandths of a millisecond of the node's clock. */
    private long validUntil;

    private final Restitution restitution;
    /** A release that is not complete. */
    private boolean releasing;
    /** Losses that were found; only the last one may still be told. */
    private long losses;

    SimLease(SimLane lane, SimKeeper keeper) {
        this.lane = lane;
        this.keeper = keeper;
        this.world = lane.world;
        this.rules = world.scenario.lease();
        this.restitution = new Restitution(this);
        world.leaseJudge.watch(this);
    }

    String key() {
        return lane.key;
    }

    SimNode node() {
        return lane.node;
    }

    SimLane lane() {
        return lane;
    }

    long token() {
        return grant == null ? 0 : grant.token();
    }

    /** By the node's own clock. */
    boolean valid() {
        return state == State.HELD && node().member.clock() < validUntil;
    }

    // ---- what the node wishes

    void acquire(long number) {
        boolean underWay = attempt != null && !attempt.answered;
        if (underWay || releasing || valid()) {
            world.fail("the lease is asked for when all is answered, and once: " + this + " asks while it is " + state);
        }
        // A loss that was not told yet is told no more: the node has found it by itself.
        losses++;
        Attempt fresh = new Attempt(number);
        attempt = fresh;
        long spare = spareToken();
        state = State.ASKING;
        long mine = ++ask;
        if (spare > 0) {
            hold(node().member.clock());
            return;
        }
        grant = null;
        send(mine);
        node().onItsClock(rules.bound(), () -> {
            if (attempt == fresh && !fresh.answered) {
                failed("the arbiter did not answer in time");
            }
        });
    }

    /** Of an attempt that was given up; only a faulty provider has one. */
    private long spareToken() {
        return world.mutation == Mutation.GRANT_USED_AFTER_GIVING_UP && state == State.IDLE ? token() : 0;
    }

    private void send(long mine) {
        if (mine == ask && state == State.ASKING) {
            world.wire.toArbiter(node().member, () -> world.arbiter.asks(this, mine));
            node().onItsClock(rules.answerWithin() / 3, () -> send(mine));
        }
    }

    void lookAgain() {
        if (state == State.ASKING) {
            world.wire.toArbiter(node().member, () -> world.arbiter.looks(key()));
        }
    }

    void release() {
        boolean nothing = state == State.IDLE && restitution.nothing(ask);
        Attempt underWay = attempt;
        losses++;
        rest();
        if (underWay != null && !underWay.answered) {
            underWay.givenUp = true;
            // At once, or when the question that hangs comes back.
            long late = world.dice.chance(0.5) ? 0 : world.dice.between(0, rules.bound());
            node().loosely(late, () -> answer(underWay, false, "it was given up"));
        }
        releasing = true;
        long mine = ask;
        restitution.begin(mine);
        node().onItsClock(nothing ? 0 : rules.answerWithin(), () -> {
            if (mine == ask) {
                released();
            }
        });
    }

    private void released() {
        if (releasing) {
            releasing = false;
            keeper.released();
        }
    }

    /** Nothing is renewed any more. */
    void rest() {
        state = State.IDLE;
        validUntil = 0;
        grant = null;
    }

    // ---- what the arbiter answers

    void granted(SimArbiter.Grant given) {
        if (given.ask() == ask && state == State.ASKING) {
            grant = given;
            state = State.CONFIRMING;
            renew(given);
        } else if (given.ask() == ask && state == State.IDLE) {
            world.trace.add(node().name, "is late", "the grant " + given.token());
            world.leaseJudge.late();
            if (world.mutation == Mutation.GRANT_USED_AFTER_GIVING_UP) {
                grant = given;
            }
            restitution.begin(given.ask());
        }
    }

    void refused(long answered, String why) {
        if (answered == ask && state == State.ASKING) {
            failed(why);
        }
    }

    private void failed(String why) {
        Attempt over = attempt;
        long mine = ask;
        rest();
        if (over != null) {
            answer(over, false, why);
        }
        restitution.owed(mine);
    }

    private void renew(SimArbiter.Grant mine) {
        if (mine.equals(grant) && state != State.IDLE) {
            long sent = node().member.clock();
            world.wire.toArbiter(node().member, () -> world.arbiter.renews(this, mine.token(), sent));
            node().onItsClock(rules.renewEvery(), () -> renew(mine));
        }
    }

    void renewed(long token, long sent, boolean held) {
        if (grant == null || grant.token() != token || state == State.IDLE) {
            return;
        }
        if (state == State.CONFIRMING) {
            if (!held) {
                failed("it was taken away at once");
            } else if (counted(sent) > node().member.clock()) {
                hold(sent);
            }
        } else if (!held) {
            lose("taken away");
        } else if (!valid()) {
            lose("run out");
        } else {
            extend(sent);
        }
    }

    private void hold(long sent) {
        state = State.HELD;
        extend(sent);
        Attempt won = attempt;
        if (won != null) {
            // On another thread: it may be given up before that is told.
            node().loosely(0, () -> answer(won, true, ""));
        }
    }

    private void extend(long sent) {
        validUntil = Math.max(validUntil, counted(sent));
        world.leaseJudge.extended(this);
        if (world.mutation != Mutation.LOSS_BY_ARBITER_ONLY) {
            long end = validUntil;
            long left = (end - node().member.clock() + 999) / 1_000;
            node().onItsClock(left, () -> {
                if (validUntil == end && state == State.HELD) {
                    lose("run out");
                }
            });
        }
    }

    private long counted(long sent) {
        long margin = world.mutation == Mutation.MARGIN_FORGOTTEN ? 0 : rules.margin();
        return switch (world.mutation) {
            case LOSS_BY_ARBITER_ONLY -> Long.MAX_VALUE;
            case DEADLINE_FROM_ANSWER -> node().member.clock() + (rules.ttl() - margin) * 1_000;
            default -> sent + (rules.ttl() - margin) * 1_000;
        };
    }

    private void lose(String reason) {
        long mine = ask;
        long loss = ++losses;
        rest();
        world.trace.add(node().name, "loses", reason);
        // On another thread: the node may find it by itself, or release, before that is told.
        node().loosely(world.dice.between(0, 5), () -> {
            if (loss == losses) {
                keeper.lost(reason);
            }
        });
        restitution.owed(mine);
    }

    private void answer(Attempt asked, boolean given, String why) {
        if (asked.answered) {
            return;
        }
        asked.answered = true;
        SimArbiter.Grant held = grant;
        if (given && !asked.givenUp && held != null && state == State.HELD) {
            keeper.granted(asked.number, held);
        } else {
            keeper.refused(asked.number, given ? "it was lost at once" : why);
        }
    }

    /** Whether no later question than this one was asked. */
    boolean isLast(long question) {
        return question == ask;
    }

    boolean idle() {
        return state == State.IDLE;
    }

    void takenBack(long answered) {
        restitution.done(answered);
        if (answered == ask) {
            released();
        }
    }

    @Override
    public String toString() {
        return "the lease of " + lane;
    }
}

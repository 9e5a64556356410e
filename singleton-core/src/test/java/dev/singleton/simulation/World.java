package dev.singleton.simulation;

/** What the parts of one simulated cluster share. */
final class World {

    final Scenario scenario;
    final Mutation mutation;
    final Timeline timeline = new Timeline();
    final Trace trace = new Trace(timeline);
    final Dice dice;
    final Coverage coverage;
    final Ledger ledger;
    final Judge judge;
    final Census census;
    final LeaseJudge leaseJudge;
    final SimArbiter arbiter;
    final SimStore store;
    final SimWire wire;
    final SimNetwork network;
    final SimMembership membership;
    /** From now on nothing fails any more. */
    boolean quiet;
    /** In the last cut the smaller side noticed first, by more than a stop takes. */
    boolean minorityKnows;

    World(Scenario scenario, Mutation mutation, Dice dice, Coverage coverage) {
        this.scenario = scenario;
        this.mutation = mutation;
        this.dice = dice;
        this.coverage = coverage;
        this.ledger = new Ledger(this);
        this.judge = new Judge(this);
        this.census = new Census(this);
        this.network = new SimNetwork(this, dice.split());
        this.membership = new SimMembership(this, dice.split());
        this.leaseJudge = new LeaseJudge(this);
        this.arbiter = new SimArbiter(this);
        this.store = new SimStore(this);
        this.wire = new SimWire(this, scenario.layer().leased() ? dice.split() : dice);
    }

    long now() {
        return timeline.now();
    }

    void fail(String promise) {
        trace.add("judge", "BROKEN", promise);
        throw new BrokenPromise(promise);
    }

    /** Whether a fault of this probability happens now. */
    boolean fault(double probability) {
        return !quiet && dice.chance(probability);
    }
}

package dev.singleton.simulation;

import dev.singleton.NodeId;
import dev.singleton.SingletonStatus.State;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What permits a manager to run an instance: its last round, and who was not asked or did not answer in it. */
final class License {

    /** The state of the manager before its last step. */
    State before = State.REF;
    /** And after it. */
    State now = State.REF;

    long round = -1;
    /** It confirmed to somebody since its last round began. */
    boolean promised;

    final Set<NodeId> confirmed = new HashSet<>();
    final Set<NodeId> silent = new HashSet<>();
    /** When these said last that they are stopping. */
    final Map<NodeId, Long> stopping = new HashMap<>();
    /** The last round of each that it confirmed. */
    final Map<NodeId, Long> promises = new HashMap<>();
    /** Processes that were on the other side of a cut when the round was over. */
    final Set<SimMember> separated = new HashSet<>();

    /** When the last round was over. */
    long since;

    void newRound(long number) {
        round = number;
        promised = false;
        confirmed.clear();
        silent.clear();
        stopping.clear();
    }
}

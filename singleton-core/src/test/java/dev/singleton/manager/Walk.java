package dev.singleton.manager;

import static dev.singleton.manager.Stage.HIGH;
import static dev.singleton.manager.Stage.LOW;
import static dev.singleton.manager.Stage.M;
import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.NodeId;
import dev.singleton.SingletonStatus.State;
import dev.singleton.StopReason;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Walks through everything that the manager can come to on a small stage: itself, a member before it and one after it,
 * and a shell that answers what it is asked, with a lease or without. On the way it looks at what must never happen.
 */
final class Walk {

    /** What the shell has of the instance. */
    private enum Instance {
        NONE,
        BEING_MADE,
        RUNS,
        IS_BEING_STOPPED
    }

    /** What the shell has of the lease. */
    private record Lease(boolean answerDue, boolean releaseDue, boolean held) {
        static final Lease NONE = new Lease(false, false, false);
    }

    private record Place(ManagerState state, Instance instance, Lease lease) {}

    record Edge(State from, String event) implements Comparable<Edge> {
        @Override
        public int compareTo(Edge other) {
            int byState = from.compareTo(other.from);
            return byState != 0 ? byState : event.compareTo(other.event);
        }
    }

    private final boolean leased;
    private final List<Event> views;
    private final Map<Edge, Set<String>> found = new TreeMap<>();
    private final Set<Place> seen = new HashSet<>();

    private Walk(boolean leased) {
        this.leased = leased;
        this.views = views();
    }

    /** From each state and with each event, the next states and what is wished, as {@code state|wishes}. */
    static Map<Edge, Set<String>> through(boolean leased) {
        Walk walk = new Walk(leased);
        walk.walk();
        return walk.found;
    }

    private void walk() {
        ArrayDeque<Place> open = new ArrayDeque<>();
        View nobody = new View(M, Standing.ELIGIBLE, Optional.empty(), List.of());
        open.add(new Place(ManagerState.initial(settings(), nobody, 0), Instance.NONE, Lease.NONE));
        seen.addAll(open);
        while (!open.isEmpty()) {
            Place place = open.remove();
            for (Event event : events(place)) {
                Place next = step(place, event);
                if (seen.add(next)) {
                    open.add(next);
                }
            }
        }
    }

    private Place step(Place place, Event event) {
        Step step = place.state().handle(event);
        String effects = step.effects().stream().map(Walk::describe).distinct().collect(Collectors.joining(", "));
        found.computeIfAbsent(new Edge(place.state().phase(), describe(event)), edge -> new TreeSet<>())
                .add(step.next().phase() + "|" + effects);
        Shell shell = new Shell(place, event);
        step.effects().forEach(effect -> shell.does(effect, step.next()));
        return new Place(plain(step.next()), shell.instance, shell.lease);
    }

    /** What the shell has after an event, and after each effect; and what it must not be asked for. */
    private static final class Shell {
        Instance instance;
        Lease lease;

        Shell(Place before, Event event) {
            instance = before.instance();
            lease = before.lease();
            if (event instanceof Event.InstanceStarted) {
                instance = Instance.RUNS;
            } else if (event instanceof Event.InstanceStopped
                    || event instanceof Event.InstanceDied
                    || event instanceof Event.ActivationFailed) {
                instance = Instance.NONE;
            } else if (event instanceof Event.LeaseGranted) {
                // What comes of an attempt that was given up goes back.
                boolean wanted = before.state().ground().claim() instanceof Claim.Asking;
                lease = new Lease(false, lease.releaseDue(), wanted);
            } else if (event instanceof Event.LeaseRefused) {
                lease = new Lease(false, lease.releaseDue(), lease.held());
            } else if (event instanceof Event.LeaseReleased) {
                lease = new Lease(lease.answerDue(), false, false);
            } else if (event instanceof Event.LeaseLost) {
                lease = new Lease(lease.answerDue(), lease.releaseDue(), false);
            }
        }

        void does(Effect effect, ManagerState next) {
            if (effect instanceof Effect.StartInstance) {
                assertThat(instance).as("one instance at a time").isEqualTo(Instance.NONE);
                assertThat(!next.ground().settings().leased() || (held(next) && lease.held()))
                        .as("no instance without a held lease, in " + next)
                        .isTrue();
                instance = Instance.BEING_MADE;
            } else if (effect instanceof Effect.StopInstance) {
                instance = Instance.IS_BEING_STOPPED;
            } else if (effect instanceof Effect.AcquireLease) {
                assertThat(lease).as("one thing at a time").isEqualTo(Lease.NONE);
                assertThat(instance)
                        .as("the lease is asked for when the instance is gone")
                        .isEqualTo(Instance.NONE);
                lease = new Lease(true, false, false);
            } else if (effect instanceof Effect.ReleaseLease) {
                assertThat(lease.releaseDue()).as("one thing at a time").isFalse();
                assertThat(instance)
                        .as("the lease goes back after the instance")
                        .isEqualTo(Instance.NONE);
                lease = new Lease(lease.answerDue(), true, false);
            }
        }

        private static boolean held(ManagerState state) {
            return state.ground().claim() instanceof Claim.Held;
        }
    }

    // ---- what says nothing new

    /** Rounds, tickets, generations, attempts, tokens and failures only grow. */
    private static ManagerState plain(ManagerState state) {
        Ground ground = state.ground();
        ManagerState plain = state.with(new Ground(ground.settings(), ground.view(), 0, 0, 0, plain(ground.claim())));
        if (plain instanceof TakingOver it) {
            return new TakingOver(it.ground(), it.answers(), it.offer(), it.relieved(), 0, it.silence());
        } else if (plain instanceof Starting it) {
            return new Starting(it.ground(), it.warm(), 0, it.exit(), it.next(), it.askers());
        } else if (plain instanceof Pausing it) {
            return new Pausing(it.ground(), it.warm(), 0);
        }
        return plain;
    }

    private static Claim plain(Claim claim) {
        if (claim instanceof Claim.Asking it) {
            return new Claim.Asking(0, it.hint());
        } else if (claim instanceof Claim.Waiting) {
            return new Claim.Waiting(0);
        } else if (claim instanceof Claim.Held) {
            return new Claim.Held(0, 0);
        } else if (claim instanceof Claim.Releasing it) {
            return new Claim.Releasing(0, it.answerDue(), it.releaseDue(), it.promised());
        }
        return new Claim.Free(0);
    }

    // ---- what may happen

    private List<Event> events(Place place) {
        List<Event> events = new ArrayList<>(views);
        long round = place.state().ground().round();
        long ticket = place.state().ground().ticket();
        for (var peer : List.of(LOW, HIGH)) {
            events.add(new Event.StandDownAsked(peer, 1));
            events.add(new Event.Confirmed(peer, round, 0, Optional.empty()));
            events.add(new Event.Waits(peer, round, true, ""));
            events.add(new Event.Waits(peer, round, false, "it hosts"));
        }
        events.add(new Event.Confirmed(LOW, round - 1, 0, Optional.empty()));
        for (Timer timer : Timer.values()) {
            events.add(new Event.TimerFired(timer, ticket));
        }
        events.add(new Event.OptIn(settings()));
        events.add(new Event.OptOut());
        events.add(new Event.RestartAsked());
        switch (place.instance()) {
            case NONE -> {}
            case BEING_MADE -> events.addAll(List.of(new Event.InstanceStarted(), new Event.ActivationFailed()));
            case RUNS -> events.add(new Event.InstanceDied(StopReason.FAILURE));
            case IS_BEING_STOPPED ->
                events.addAll(List.of(
                        new Event.InstanceStopped(Optional.empty()), new Event.InstanceDied(StopReason.FAILURE)));
        }
        if (leased) {
            addLeaseEvents(place, events);
        }
        return events;
    }

    private static void addLeaseEvents(Place place, List<Event> events) {
        long attempt = place.state().ground().claim().attempt();
        Lease lease = place.lease();
        if (lease.answerDue()) {
            events.add(new Event.LeaseGranted(attempt, 7));
            events.add(new Event.LeaseRefused(attempt, "it is held"));
        }
        if (lease.releaseDue()) {
            events.add(new Event.LeaseReleased());
        }
        // Also on its way while the lease is given back.
        if (lease.held() || lease.releaseDue()) {
            events.add(new Event.LeaseLost(attempt, "it has run out"));
        }
        if (!lease.held() && place.instance() == Instance.BEING_MADE) {
            // It was not begun without a lease.
            events.add(new Event.InstanceStopped(Optional.empty()));
        }
    }

    private static List<Event> views() {
        Set<Event> views = new LinkedHashSet<>();
        List<List<Peer>> casts = List.of(
                List.of(),
                List.of(Stage.peer(LOW)),
                List.of(Stage.peer(HIGH)),
                List.of(Stage.hostingPeer(LOW), Stage.peer(HIGH)),
                List.of(Stage.peer(LOW), new Peer(HIGH, false, false, false, true)));
        for (List<Peer> cast : casts) {
            views.add(view(Standing.ELIGIBLE, Optional.of(M), cast));
            views.add(view(Standing.LEAVING, Optional.empty(), cast));
            for (Peer peer : cast) {
                views.add(view(Standing.ELIGIBLE, Optional.of(peer.id()), cast));
            }
        }
        views.add(view(Standing.NO_QUORUM, Optional.empty(), casts.get(1)));
        return List.copyOf(views);
    }

    private static Event view(Standing standing, Optional<NodeId> elected, List<Peer> peers) {
        return new Event.ViewChanged(new View(M, standing, elected, peers));
    }

    private Settings settings() {
        Optional<Duration> retry = leased ? Optional.of(Duration.ofSeconds(5)) : Optional.empty();
        return new Settings("jobs", Duration.ofSeconds(10), true, retry);
    }

    // ---- in words

    private static String describe(Event event) {
        String name = event.getClass().getSimpleName();
        return event instanceof Event.TimerFired fired ? name + " " + fired.timer() : name;
    }

    private static String describe(Effect effect) {
        if (effect instanceof Effect.Send send) {
            return "send " + send.frame().getClass().getSimpleName();
        } else if (effect instanceof Effect.Arm arm) {
            return "arm " + arm.timer();
        } else if (effect instanceof Effect.Cancel cancel) {
            return "cancel " + cancel.timer();
        } else if (effect instanceof Effect.StopInstance stop) {
            return "stop the instance (" + stop.reason() + ")";
        } else if (effect instanceof Effect.StartInstance) {
            return "start an instance";
        } else if (effect instanceof Effect.AcquireLease) {
            return "ask for the lease";
        } else if (effect instanceof Effect.ReleaseLease) {
            return "give the lease back";
        } else if (effect instanceof Effect.LookAgain) {
            return "look whether the lease is free";
        } else if (effect instanceof Effect.Ignore ignore) {
            return "ignored: " + ignore.why();
        }
        return "tell " + effect.getClass().getSimpleName();
    }
}

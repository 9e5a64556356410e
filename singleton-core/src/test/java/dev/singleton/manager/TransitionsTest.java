package dev.singleton.manager;

import static dev.singleton.manager.Stage.HIGH;
import static dev.singleton.manager.Stage.LOW;
import static dev.singleton.manager.Stage.M;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.SingletonStatus.State;
import dev.singleton.StopReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Walks through everything that the manager can come to on a small stage: itself, a member before it and one after it,
 * and a shell that answers what it is asked. What it finds is {@code docs/transitions.md}.
 */
class TransitionsTest {

    private static final Path PAGE = Path.of("..", "docs", "transitions.md");

    /** What the shell has of the instance. */
    private enum Instance {
        NONE,
        BEING_MADE,
        RUNS,
        IS_BEING_STOPPED
    }

    private record Place(ManagerState state, Instance instance) {

        /** Rounds, tickets, generations, attempts and failures only grow; what they are says nothing new. */
        String name() {
            return instance + state.toString().replaceAll("(round|ticket|generation|failures|attempt)=\\d+", "$1");
        }
    }

    private record Edge(State from, String event) implements Comparable<Edge> {
        @Override
        public int compareTo(Edge other) {
            int byState = from.compareTo(other.from);
            return byState != 0 ? byState : event.compareTo(other.event);
        }
    }

    private final Map<Edge, Set<String>> found = new TreeMap<>();

    @Test
    @DisplayName("docs/transitions.md says what the manager does")
    void thePageIsTrue() throws IOException {
        walk();
        String page = page();
        if (Boolean.getBoolean("transitions.write")) {
            Files.createDirectories(PAGE.getParent());
            Files.writeString(PAGE, page, UTF_8);
        }
        assertThat(PAGE).exists();
        assertThat(Files.readString(PAGE, UTF_8))
                .as(
                        "The manager has changed and docs/transitions.md has not. Read the difference; when it is meant, write"
                                + " the page anew with: mvn -pl singleton-core -am test -Dtest=TransitionsTest"
                                + " -Dsurefire.failIfNoSpecifiedTests=false -Dtransitions.write=true")
                .isEqualTo(page);
    }

    private void walk() {
        ArrayDeque<Place> open = new ArrayDeque<>();
        Set<String> seen = new HashSet<>();
        Place first = new Place(
                ManagerState.initial(settings(), new View(M, Standing.ELIGIBLE, Optional.empty(), List.of()), 0),
                Instance.NONE);
        open.add(first);
        seen.add(first.name());
        while (!open.isEmpty()) {
            Place place = open.remove();
            for (Event event : events(place)) {
                Place next = step(place, event);
                if (seen.add(next.name())) {
                    open.add(next);
                }
            }
        }
    }

    private Place step(Place place, Event event) {
        Step step = place.state().handle(event);
        String effects = step.effects().stream()
                .map(TransitionsTest::describe)
                .distinct()
                .collect(Collectors.joining(", "));
        found.computeIfAbsent(new Edge(place.state().phase(), describe(event)), edge -> new TreeSet<>())
                .add(step.next().phase() + "|" + effects);
        return new Place(step.next(), after(place.instance(), event, step.effects()));
    }

    private static Instance after(Instance before, Event event, List<Effect> effects) {
        Instance now = before;
        if (event instanceof Event.InstanceStarted) {
            now = Instance.RUNS;
        } else if (event instanceof Event.InstanceStopped
                || event instanceof Event.InstanceDied
                || event instanceof Event.ActivationFailed) {
            now = Instance.NONE;
        }
        for (Effect effect : effects) {
            if (effect instanceof Effect.StartInstance) {
                assertThat(now).as("one instance at a time").isEqualTo(Instance.NONE);
                now = Instance.BEING_MADE;
            } else if (effect instanceof Effect.StopInstance) {
                now = Instance.IS_BEING_STOPPED;
            }
        }
        return now;
    }

    // ---- what may happen

    private static List<Event> events(Place place) {
        List<Event> events = new ArrayList<>(views());
        long round = ground(place.state()).round();
        long ticket = ground(place.state()).ticket();
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
        return events;
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

    private static Event view(Standing standing, Optional<dev.singleton.NodeId> elected, List<Peer> peers) {
        return new Event.ViewChanged(new View(M, standing, elected, peers));
    }

    private static Settings settings() {
        return new Settings("jobs", Duration.ofSeconds(10), true);
    }

    private static Ground ground(ManagerState state) {
        return state.ground();
    }

    // ---- the page

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
        } else if (effect instanceof Effect.Ignore ignore) {
            return "ignored: " + ignore.why();
        }
        return "tell " + effect.getClass().getSimpleName();
    }

    private String page() {
        StringBuilder page = new StringBuilder("# What a manager does\n\n"
                + "Made from the code by `TransitionsTest`, which walks through every state that a manager can come to among"
                + " one member before\nit and one after it; not to be edited. An event may lead to several next states: it"
                + " depends on the view, on who asks and on\nwho has answered. What is not listed cannot happen.\n");
        State section = null;
        for (Map.Entry<Edge, Set<String>> edge : found.entrySet()) {
            if (edge.getKey().from() != section) {
                section = edge.getKey().from();
                page.append("\n## ")
                        .append(section)
                        .append("\n\n| event | next state | what it wishes |\n|---|---|---|\n");
            }
            for (String outcome : edge.getValue()) {
                String[] parts = outcome.split("\\|", -1);
                page.append("| ")
                        .append(edge.getKey().event())
                        .append(" | ")
                        .append(parts[0])
                        .append(" | ");
                page.append(parts[1]).append(parts[1].isEmpty() ? "|\n" : " |\n");
            }
        }
        return page.toString();
    }
}

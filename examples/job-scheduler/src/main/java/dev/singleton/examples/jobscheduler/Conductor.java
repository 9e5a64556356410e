package dev.singleton.examples.jobscheduler;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Leads through the tour, then does what the person at the terminal says. */
final class Conductor {

    private static final String HELP = """
            schedule <id> <seconds> <text>   a job, due in so many seconds
            cancel <id>                      forget it
            status                           ask the scheduler, wherever it lives
            leave <node>                     a node leaves gracefully
            kill <node>                      kill -9
            start <node>                     start it again
            tour                             the tour once more
            quit                             end all""";

    /** How long traffic runs before and after what happens to the host. */
    private static final long LEAD_SECONDS = 2;

    private final Nodes nodes;

    Conductor() throws IOException {
        nodes = new Nodes();
    }

    /** The exit code: 0 when the planned move lost, repeated and reordered nothing. */
    int run(boolean interactive) throws Exception {
        Runtime.getRuntime().addShutdownHook(new Thread(nodes::killAll));
        boolean good = tour();
        if (interactive) {
            converse();
        }
        nodes.endAll();
        return good ? 0 : 1;
    }

    private boolean tour() throws InterruptedException {
        nodes.start(Nodes.NAMES);
        String first = nodes.awaitHost();
        nodes.say(other(first), "schedule report 3 send the daily report");
        nodes.say(other(first), "schedule invoice 600 write the invoices");
        nodes.say(other(first), "status");
        Ledger.Sum planned = watch("the host leaves gracefully", () -> nodes.leave(nodes.awaitHost()));
        nodes.start(Nodes.NAMES);
        Ledger.Sum crash = watch("the host is killed", () -> nodes.kill(nodes.awaitHost()));
        nodes.start(Nodes.NAMES);
        nodes.awaitHost();
        nodes.say(nodes.alive().get(0), "status");
        table(planned, crash);
        return planned.missing() + planned.deadLetters() + planned.repeated() + planned.reordered() == 0;
    }

    private interface Deed {
        void happen() throws InterruptedException;
    }

    private Ledger.Sum watch(String title, Deed deed) throws InterruptedException {
        nodes.print("--- " + title + ", while every node sends");
        nodes.ledger().clear();
        Traffic traffic = new Traffic(nodes);
        try {
            TimeUnit.SECONDS.sleep(LEAD_SECONDS);
            deed.happen();
            nodes.awaitHost();
            TimeUnit.SECONDS.sleep(LEAD_SECONDS);
        } finally {
            traffic.stop();
        }
        settle();
        return nodes.ledger().sum();
    }

    /** Gives what is on its way some time to arrive; what a killed host had accepted never will. */
    private void settle() throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
        while (!nodes.ledger().complete() && System.nanoTime() - deadline < 0) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    private void table(Ledger.Sum planned, Ledger.Sum crash) {
        System.out.printf("%n%-34s %10s %10s%n", "", "leave", "kill -9");
        row("messages sent", planned.sent(), crash.sent());
        row("handled", planned.handled(), crash.handled());
        row("dead letters (told to the sender)", planned.deadLetters(), crash.deadLetters());
        row("lost", planned.missing(), crash.missing());
        row("repeated", planned.repeated(), crash.repeated());
        row("reordered", planned.reordered(), crash.reordered());
        row("longest gap, ms", planned.gapMillis(), crash.gapMillis());
        System.out.println("What a killed host had accepted and not handled is lost, and so is what it kept in memory,"
                + " such as its list of jobs;\na planned move loses neither.\n");
    }

    private static void row(String name, long planned, long crash) {
        System.out.printf("%-34s %10d %10d%n", name, planned, crash);
    }

    private String other(String host) {
        return Nodes.NAMES.stream()
                .filter(name -> !name.equals(host))
                .findFirst()
                .orElseThrow();
    }

    private void converse() throws IOException, InterruptedException {
        System.out.println("Your turn:\n" + HELP);
        BufferedReader terminal = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String line = terminal.readLine();
        while (line != null && !line.strip().equals("quit")) {
            if (!line.isBlank()) {
                obey(line.strip());
            }
            line = terminal.readLine();
        }
    }

    private void obey(String line) throws InterruptedException {
        String[] words = line.split(" +", 4);
        boolean named = words.length > 1 && Nodes.NAMES.contains(words[1]);
        try {
            switch (words[0]) {
                case "schedule" -> schedule(words);
                case "cancel" -> nodes.say(nodes.alive().get(0), "cancel " + one(words, "usage: cancel <id>"));
                case "status" -> nodes.say(nodes.alive().get(0), "status");
                case "leave" -> nodes.leave(known(words, named));
                case "kill" -> nodes.kill(known(words, named));
                case "start" -> nodes.start(List.of(known(words, named)));
                case "tour" -> tour();
                default -> System.out.println("'" + words[0] + "' is unknown; there are\n" + HELP);
            }
        } catch (IllegalArgumentException | IllegalStateException mistake) {
            System.out.println(mistake.getMessage());
        } catch (IndexOutOfBoundsException nobody) {
            System.out.println("No node runs; 'start n1' starts one");
        }
    }

    private void schedule(String[] words) {
        if (words.length < 4 || !words[2].matches("[0-9]{1,6}")) {
            throw new IllegalArgumentException("usage: schedule <id> <seconds> <text>");
        }
        nodes.say(nodes.alive().get(0), String.join(" ", words));
    }

    private static String one(String[] words, String usage) {
        if (words.length < 2) {
            throw new IllegalArgumentException(usage);
        }
        return words[1];
    }

    private static String known(String[] words, boolean named) {
        if (!named) {
            throw new IllegalArgumentException(words[0] + " which node? One of " + Nodes.NAMES);
        }
        return words[1];
    }
}

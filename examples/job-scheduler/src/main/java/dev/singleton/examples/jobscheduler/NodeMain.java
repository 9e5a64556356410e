package dev.singleton.examples.jobscheduler;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.environment.se.WeldContainer;

/** One node: a CDI container on plain Java SE. It leaves gracefully when its input ends or says so. */
final class NodeMain {

    private NodeMain() {}

    static void run() throws IOException {
        try (WeldContainer container = new Weld().initialize()) {
            Console console = container.select(Console.class).get();
            container.select(Reports.class).get().say("ready");
            BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            String line = commands.readLine();
            while (line != null && !line.equals("leave")) {
                console.accept(line);
                line = commands.readLine();
            }
        }
    }
}

package dev.singleton.manager;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.SingletonStatus.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What {@link Walk} finds is {@code docs/transitions.md}, and with a lease {@code docs/transitions-lease.md}. */
class TransitionsTest {

    private static final String MADE = "Made from the code by `TransitionsTest`, which walks through every state that a"
            + " manager can come to among one member before\nit and one after it; not to be edited. An event may lead to"
            + " several next states: it depends on the view, on who asks and on\nwho has answered. What is not listed"
            + " cannot happen.\n";

    @Test
    @DisplayName("docs/transitions.md says what the manager does")
    void thePageIsTrue() throws IOException {
        check("transitions.md", "# What a manager does\n\n" + MADE + rows(Walk.through(false)));
    }

    @Test
    @DisplayName(
            "docs/transitions-lease.md says what it does with a lease: no instance without one, none given back before"
                    + " the instance is gone, and one thing asked of it at a time")
    void thePageOfTheLeaseIsTrue() throws IOException {
        String title = "# What a manager does whose singleton needs a lease\n\n";
        String lease =
                "[Without a lease](transitions.md) it is simpler. With one, an answer of the arbiter may come in any"
                        + " state, and what is held\ndecides beside the answers of the members.\n";
        check("transitions-lease.md", title + MADE + "\n" + lease + rows(Walk.through(true)));
    }

    private static void check(String name, String page) throws IOException {
        Path path = Path.of("..", "docs", name);
        if (Boolean.getBoolean("transitions.write")) {
            Files.createDirectories(path.getParent());
            Files.writeString(path, page, UTF_8);
        }
        assertThat(path).exists();
        assertThat(Files.readString(path, UTF_8))
                .as(
                        "The manager has changed and docs/%s has not. Read the difference; when it is meant, write the page"
                                + " anew with: mvn -pl singleton-core -am test -Dtest=TransitionsTest"
                                + " -Dsurefire.failIfNoSpecifiedTests=false -Dtransitions.write=true",
                        name)
                .isEqualTo(page);
    }

    private static String rows(Map<Walk.Edge, Set<String>> found) {
        StringBuilder page = new StringBuilder();
        State section = null;
        for (Map.Entry<Walk.Edge, Set<String>> edge : found.entrySet()) {
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

package dev.singleton.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("The box")
@Timeout(600)
class BoxIT {

    @Test
    @DisplayName("takes itself away, with its networks and JVMs, when the JVM that has it is killed")
    void killed() throws Exception {
        CutNetwork.orSkip().close();
        Process holder = new ProcessBuilder(
                        System.getProperty("java.home") + "/bin/java",
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BoxHolder.class.getName())
                .redirectError(new File("target/box-holder.log"))
                .start();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(holder.getInputStream(), StandardCharsets.UTF_8))) {
            String[] said = String.valueOf(lines.readLine()).split(" ", -1);
            assertThat(said).hasSize(2);
            String network = said[0];
            List<String> processes = Arrays.asList(said[1].split(",", -1));
            // A shell for the network, two forwarders, two nodes, and what holds one of them still.
            assertThat(processes).hasSizeGreaterThanOrEqualTo(6);
            assertThat(namesOfNetworks()).contains(network + "n1");

            holder.destroyForcibly();

            TimeLine time = new TimeLine();
            time.await("the end of all processes", () -> processes.stream().noneMatch(BoxIT::runs));
            time.await("the end of the network", () -> !namesOfNetworks().contains(network));
        } finally {
            holder.destroyForcibly();
        }
    }

    /** What has ended and was not yet asked for by its parent has no command any more. */
    private static boolean runs(String process) {
        return ProcessHandle.of(Long.parseLong(process))
                .filter(ProcessHandle::isAlive)
                .flatMap(alive -> alive.info().command())
                .isPresent();
    }

    /** All namespaces and links of this machine. */
    private static String namesOfNetworks() {
        try {
            Process lister = new ProcessBuilder("sh", "-c", "ip netns list; ip -brief link").start();
            return new String(lister.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new IllegalStateException("The networks cannot be listed", failed);
        }
    }
}

package dev.singleton.it.liberty;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.RuntimeMXBean;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/**
 * A running server that takes applications from its dropins directory, as an administrator would give them; what it says
 * of them is in its log. Arquillian's own way does not carry the server's words, and waits long for them.
 */
@SuppressWarnings("BanJNDI") // the address is what the server of this test has written
final class Server implements AutoCloseable {

    private static final String APP_CLASS_LOADER = "com.ibm.ws.classloading.internal.AppClassLoader";
    private static final String COLLECTION = "java.util.Collection";

    private final Path directory;
    private final JMXConnector connector;
    private final MBeanServerConnection beans;

    private Server(Path directory) throws IOException {
        this.directory = directory;
        Path address = directory.resolve("logs/state/com.ibm.ws.jmx.local.address");
        connector = JMXConnectorFactory.connect(
                new JMXServiceURL(Files.readString(address).strip()));
        beans = connector.getMBeanServerConnection();
    }

    /** The server that runs during all tests. */
    static Server n1() throws IOException {
        return new Server(Path.of(System.getProperty("wlp.home"), "usr/servers/it-n1"));
    }

    /** Gives it an application, waits until it is started, and fails with the server's words when it does not start. */
    void deploy(WebArchive war) throws Exception {
        String words = drop(war);
        if (!started(war).matcher(words).find()) {
            remove(war);
            throw new AssertionError(war.getName() + " does not start: " + words);
        }
    }

    /** Gives it an application that it refuses, and hands on what it says. */
    String refuse(WebArchive war) throws Exception {
        String words = drop(war);
        remove(war);
        if (started(war).matcher(words).find()) {
            throw new AssertionError(war.getName() + " has started");
        }
        return words;
    }

    /** Takes an application that runs away, and waits until it has stopped. */
    void undeploy(WebArchive war) throws Exception {
        long before = Files.size(log());
        remove(war);
        Pattern stopped = Pattern.compile("CWWKZ0009I: The application " + name(war) + " has stopped");
        String unused = Await.until(
                () -> logSince(before), said -> stopped.matcher(said).find());
    }

    /** The names of all threads of the server. */
    List<String> threads() throws Exception {
        ThreadMXBean threads = ManagementFactory.newPlatformMXBeanProxy(
                beans, ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
        return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                .filter(Objects::nonNull)
                .map(ThreadInfo::getThreadName)
                .sorted()
                .toList();
    }

    /** What lives on the heap. */
    long heapAfterCollection() throws Exception {
        MemoryMXBean memory = ManagementFactory.newPlatformMXBeanProxy(
                beans, ManagementFactory.MEMORY_MXBEAN_NAME, MemoryMXBean.class);
        memory.gc();
        return memory.getHeapMemoryUsage().getUsed();
    }

    /** The processor time that the process has used. */
    long cpuMillis() throws Exception {
        Object nanos = beans.getAttribute(new ObjectName("java.lang:type=OperatingSystem"), "ProcessCpuTime");
        return (long) nanos / 1_000_000;
    }

    /** The memory that the process has, as Linux counts it. */
    long residentBytes() throws Exception {
        RuntimeMXBean runtime = ManagementFactory.newPlatformMXBeanProxy(
                beans, ManagementFactory.RUNTIME_MXBEAN_NAME, RuntimeMXBean.class);
        String line = Files.readAllLines(Path.of("/proc/" + runtime.getPid() + "/status")).stream()
                .filter(each -> each.startsWith("VmRSS:"))
                .findFirst()
                .orElseThrow();
        return Long.parseLong(line.replaceAll("\\D", "")) << 10;
    }

    /** How many class loaders of applications there are after a collection. */
    long applicationClassLoaders() throws Exception {
        String histogram = (String) beans.invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                "gcClassHistogram",
                new Object[] {new String[0]},
                new String[] {String[].class.getName()});
        return histogram
                .lines()
                .map(line -> line.strip().split("\\s+"))
                .filter(columns -> columns.length > 3 && columns[3].equals(APP_CLASS_LOADER))
                .mapToLong(columns -> Long.parseLong(columns[1]))
                .sum();
    }

    @Override
    public void close() throws IOException {
        connector.close();
    }

    private String drop(WebArchive war) throws Exception {
        long before = Files.size(log());
        Files.createDirectories(file(war).getParent());
        war.as(ZipExporter.class).exportTo(file(war).toFile(), true);
        tell(List.of(file(war).toString()), List.of());
        Pattern failed = Pattern.compile(
                "CWWKZ0002E: An exception occurred while starting the application " + name(war) + "\\..*?\n\tat ",
                Pattern.DOTALL);
        return Await.until(
                () -> logSince(before),
                said -> started(war).matcher(said).find()
                        || failed.matcher(said).find());
    }

    private void remove(WebArchive war) throws IOException, JMException {
        Files.delete(file(war));
        tell(List.of(), List.of(file(war).toString()));
    }

    private void tell(List<String> created, List<String> deleted) throws IOException, JMException {
        beans.invoke(
                new ObjectName("WebSphere:service=com.ibm.ws.kernel.filemonitor.FileNotificationMBean"),
                "notifyFileChanges",
                new Object[] {created, List.of(), deleted},
                new String[] {COLLECTION, COLLECTION, COLLECTION});
    }

    private String logSince(long before) throws IOException {
        byte[] all = Files.readAllBytes(log());
        int from = (int) Math.min(before, all.length);
        return new String(all, from, all.length - from, StandardCharsets.UTF_8);
    }

    private Path log() {
        return directory.resolve("logs/messages.log");
    }

    private Path file(WebArchive war) {
        return directory.resolve("dropins" + File.separator + war.getName());
    }

    private static Pattern started(WebArchive war) {
        return Pattern.compile("CWWKZ000[13]I: (The a|A)pplication " + name(war) + " (started|updated)");
    }

    private static String name(WebArchive war) {
        return war.getName().replace(".war", "");
    }
}

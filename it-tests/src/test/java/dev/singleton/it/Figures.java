package dev.singleton.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** How figures are taken from this machine and told. */
final class Figures {

    private Figures() {}

    static void say(String line) {
        System.out.println(line);
    }

    /** Of the last minute. */
    static String load() throws IOException {
        Path file = Path.of("/proc/loadavg");
        return Files.isReadable(file) ? Files.readString(file).split(" ", -1)[0] : "unknown";
    }

    static String millis(long nanos) {
        return String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
    }

    /** Best, median and worst of a time in nanoseconds. */
    static <T> String spread(List<T> runs, ToLongFunction<? super T> figure) {
        long[] sorted = runs.stream().mapToLong(figure).sorted().toArray();
        return "best " + millis(sorted[0]) + ", median " + millis(sorted[sorted.length / 2]) + ", worst "
                + millis(sorted[sorted.length - 1]);
    }
}

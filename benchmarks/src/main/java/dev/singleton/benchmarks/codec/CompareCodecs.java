package dev.singleton.benchmarks.codec;

import java.io.PrintStream;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Prints what each candidate carries, the sizes and then, after some twelve minutes, the speeds: {@code mvn -B -ntp -pl benchmarks -am verify -DskipTests
 * -Dbench}. With the argument {@code sizes} it leaves the speeds out.
 */
public final class CompareCodecs {

    private CompareCodecs() {}

    /** For the command above. */
    public static void main(String[] args) throws RunnerException {
        PrintStream out = System.out;
        OutOfTheBox.print(out);
        table(out, "Bytes of each message", CompareCodecs::size);
        if (args.length == 0) {
            Collection<RunResult> runs = new Runner(new OptionsBuilder()
                            .include(CodecBenchmark.class.getName())
                            .addProfiler(CpuTime.class)
                            .build())
                    .run();
            table(out, "CPU time to write, in microseconds", cells(runs, "write"));
            table(out, "CPU time to read, in microseconds", cells(runs, "read"));
        }
    }

    private static String size(CodecBenchmark.Library library, Sample sample) {
        return String.valueOf(library.make().write(sample.message(), sample.declared()).length);
    }

    private static BiFunction<CodecBenchmark.Library, Sample, String> cells(Collection<RunResult> runs, String what) {
        Map<String, String> cells = new TreeMap<>();
        for (RunResult run : runs) {
            if (run.getParams().getBenchmark().endsWith("." + what)) {
                Result<?> cpu = run.getSecondaryResults().get(CpuTime.LABEL);
                cells.put(
                        run.getParams().getParam("library") + run.getParams().getParam("sample"),
                        String.format(Locale.ROOT, "%.2f", cpu == null ? Double.NaN : cpu.getScore()));
            }
        }
        return (library, sample) -> cells.getOrDefault(library.name() + sample.name(), "?");
    }

    private static void table(PrintStream out, String title, BiFunction<CodecBenchmark.Library, Sample, String> cells) {
        out.printf("%n%s:%n%-16s", title, "");
        for (Sample sample : Sample.values()) {
            out.printf("%10s", sample);
        }
        out.println();
        for (CodecBenchmark.Library library : CodecBenchmark.Library.values()) {
            out.printf("%-16s", library.name().toLowerCase(Locale.ROOT));
            for (Sample sample : Sample.values()) {
                out.printf("%10s", cells.apply(library, sample));
            }
            out.println();
        }
    }
}

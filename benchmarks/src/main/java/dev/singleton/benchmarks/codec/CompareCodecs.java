package dev.singleton.benchmarks.codec;

import java.io.PrintStream;
import java.util.Locale;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Prints what each candidate carries, the sizes, and then the speeds, in about eight minutes: {@code mvn -B -ntp -pl
 * benchmarks -am verify -DskipTests -Dbench}. With the argument {@code sizes} it leaves the speeds out.
 */
public final class CompareCodecs {

    private CompareCodecs() {}

    /** For the command above. */
    public static void main(String[] args) throws RunnerException {
        PrintStream out = System.out;
        sizes(out);
        if (args.length == 0) {
            new Runner(new OptionsBuilder()
                            .include(CodecBenchmark.class.getName())
                            .build())
                    .run();
        }
    }

    private static void sizes(PrintStream out) {
        out.printf("%nBytes of each message:%n%-16s", "");
        for (Sample sample : Sample.values()) {
            out.printf("%10s", sample);
        }
        out.println();
        for (CodecBenchmark.Library library : CodecBenchmark.Library.values()) {
            out.printf("%-16s", library.name().toLowerCase(Locale.ROOT));
            Candidate candidate = library.make();
            for (Sample sample : Sample.values()) {
                out.printf("%10d", candidate.write(sample.message(), sample.declared()).length);
            }
            out.println();
        }
    }
}

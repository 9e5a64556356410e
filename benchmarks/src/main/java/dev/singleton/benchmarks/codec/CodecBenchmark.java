package dev.singleton.benchmarks.codec;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Microseconds to write one message, and to read it. Short settings: the order of magnitude is what decides. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 1)
public class CodecBenchmark {

    /** What is compared. */
    public enum Library {
        /** The library's own choice. */
        OURS,
        /** Jackson without our rules. */
        JACKSON,
        /** Hazelcast Compact with serializers written by hand. */
        COMPACT,
        /** Fory that takes added fields. */
        FORY_COMPATIBLE,
        /** Fory that does not. */
        FORY,
        /** Kryo, which takes no added fields of records. */
        KRYO;

        Candidate make() {
            return switch (this) {
                case OURS -> new Ours();
                case JACKSON -> new BareJackson();
                case COMPACT -> new Compact();
                case FORY_COMPATIBLE -> new ForyCodec(true);
                case FORY -> new ForyCodec(false);
                case KRYO -> new KryoCodec();
            };
        }
    }

    /** For JMH: all in turn. */
    @Param
    public Library library = Library.OURS;

    /** For JMH: all in turn. */
    @Param
    public Sample sample = Sample.RECORD;

    private Candidate candidate = Library.OURS.make();
    private byte[] bytes = {};

    /** Refuses to measure what does not come back equal. */
    @Setup
    public void prepare() {
        candidate = library.make();
        bytes = candidate.write(sample.message(), sample.declared());
        Command back = candidate.read(bytes, sample.declared());
        if (!back.equals(sample.message())) {
            throw new IllegalStateException(library + " makes " + back + " of " + sample.message());
        }
    }

    /** To bytes. */
    @Benchmark
    public Object write() {
        return candidate.write(sample.message(), sample.declared());
    }

    /** From bytes. */
    @Benchmark
    public Object read() {
        return candidate.read(bytes, sample.declared());
    }
}

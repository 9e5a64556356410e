package dev.singleton.benchmarks.codec;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

/**
 * The CPU time that one operation took, garbage collection included: in the best of the iterations, in microseconds. Unlike
 * the time by the clock it says little about what else the machine had to do.
 */
public final class CpuTime implements InternalProfiler {

    static final String LABEL = "cpu";
    private static final double NANOS_IN_MICROS = 1_000;

    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private long before;

    /** For JMH. */
    public CpuTime() {}

    @Override
    public String getDescription() {
        return "CPU time of the process for each operation";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        before = system.getProcessCpuTime();
    }

    @Override
    public Collection<ScalarResult> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        long nanos = system.getProcessCpuTime() - before;
        double micros = nanos / NANOS_IN_MICROS / result.getMetadata().getAllOps();
        return List.of(new ScalarResult(LABEL, micros, "us/op", AggregationPolicy.MIN));
    }
}

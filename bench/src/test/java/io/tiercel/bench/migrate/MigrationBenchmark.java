package io.tiercel.bench.migrate;

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

/** DYRS' algorithm 1 over all pending blocks, on the shipping queue, with the estimates of all devices read anew. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(value = 1, jvmArgs = "-Xmx2g")
public class MigrationBenchmark {
    /** The first is DYRS' own figure: 50 GB in blocks of 128 MB on seven nodes. */
    @Param({"400x7", "10000x1000", "1000000x10000"})
    public String load = "";

    private Load loaded = Load.named("1x1");

    @Setup
    public void generate() {
        loaded = Load.named(load);
    }

    @Benchmark
    public int retarget() {
        return loaded.retarget();
    }
}

package io.tiercel.bench.assign;

import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.MinCostMatching;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The first call ever in a JVM, as the first stage of an application meets it: nothing loaded, nothing compiled. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
@Fork(9)
public class FirstCallBenchmark {
    private AssignmentProblem problem = Instance.named("1x1x1");

    @Setup
    public void generate() {
        problem = Instance.named("1024x1024x1");
    }

    @Benchmark
    public long first() {
        return MinCostMatching.solve(problem).assignment().cost();
    }
}

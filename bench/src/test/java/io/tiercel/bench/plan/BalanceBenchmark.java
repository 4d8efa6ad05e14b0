package io.tiercel.bench.plan;

import io.tiercel.plan.LoadPlan;
import io.tiercel.plan.LoadProblem;
import io.tiercel.plan.LoadSolver;
import io.tiercel.plan.SeededLoads;
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

/** From a stage's linear program to a plan of whole tasks with a proved bound. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgs = "-Xmx2g")
public class BalanceBenchmark {
    @Param({
        "10000x1000",
        "10000x200",
        "100000x10000",
        "10000x1000 skewed",
        "10000x1000 mixed",
        "10000x200 mixed",
        "100000x10000 mixed"
    })
    public String stage = "";

    private LoadProblem problem = SeededLoads.named("1x3");

    @Setup
    public void generate() {
        problem = SeededLoads.named(stage);
    }

    @Benchmark
    public LoadPlan solve() {
        return new LoadSolver().solve(problem);
    }
}

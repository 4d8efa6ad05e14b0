package io.tiercel.bench.prefetch;

import io.tiercel.prefetch.PrefetchProblem;
import io.tiercel.prefetch.model.Contention;
import io.tiercel.prefetch.plan.CostBasedPlanner;
import io.tiercel.prefetch.plan.PlannerSettings;
import io.tiercel.prefetch.plan.PrefetchPlan;
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

/** The whole of planning a job's prefetches: from the problem's records to a plan with a reason for each block. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(value = 1, jvmArgs = "-Xmx2g")
public class PlanningBenchmark {
    /** The first is the largest of Trident's section 7.5, with a slot a node; the last two differ in how many waves there are. */
    @Param({"1024x1024x12x1", "1024x64x12x4", "100000x1000x12x8", "100000x1000x2x8"})
    public String job = "";

    @Param({"0", "10"})
    public int maxDelay;

    private PrefetchProblem problem = PlanningLoad.named("1x1x1x1");
    private CostBasedPlanner planner = new CostBasedPlanner(PlannerSettings.DEFAULTS);

    @Setup
    public void generate() {
        problem = PlanningLoad.named(job);
        planner = new CostBasedPlanner(PlannerSettings.of(Contention.IDLE, maxDelay));
    }

    @Benchmark
    public PrefetchPlan plan() {
        return planner.plan(problem);
    }
}

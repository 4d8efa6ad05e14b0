package io.tiercel.bench.assign;

import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.PrunedMatching;
import io.tiercel.assign.matching.MinCostMatching;
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

/**
 * From an {@link AssignmentProblem} to its optimum. Ours includes reading the tasks' price lists and the certificate's prices.
 * OR-tools is measured twice: with its graph built beforehand, which favours it, and from the problem as ours is. The dense
 * Hungarian's graph is built beforehand.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgs = "-Xmx3g")
public class AssignmentBenchmark {
    @Param({"1024x1024x1", "10000x1000x8", "100000x10000x8", "10000x1000x8 skewed"})
    public String instance = "";

    private AssignmentProblem problem = Instance.named("1x1x1");

    @Setup
    public void generate() {
        problem = Instance.named(instance);
    }

    @Benchmark
    public long tiercel() {
        return MinCostMatching.solve(problem).assignment().cost();
    }

    @Benchmark
    public long pruned() {
        return PrunedMatching.solve(problem, 3).cost();
    }

    /** OR-tools' graph. */
    @State(Scope.Benchmark)
    public static class Flow {
        private OrToolsFlow flow = new OrToolsFlow(Instance.named("1x1x1"));

        @Setup
        public void build(AssignmentBenchmark benchmark) {
            flow = new OrToolsFlow(benchmark.problem);
        }
    }

    @Benchmark
    public long orTools(Flow peer) {
        return peer.flow.solve();
    }

    @Benchmark
    public long orToolsBuilding() {
        return new OrToolsFlow(problem).solve();
    }

    /** JGraphT's graph. */
    @State(Scope.Benchmark)
    public static class Dense {
        private DenseHungarian hungarian = new DenseHungarian(Instance.named("1x1x1"));

        @Setup
        public void build(AssignmentBenchmark benchmark) {
            hungarian = new DenseHungarian(benchmark.problem);
        }
    }

    @Benchmark
    public long hungarian(Dense peer) {
        return peer.hungarian.solve();
    }
}

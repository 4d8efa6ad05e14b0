package io.tiercel.bench.assign;

import com.google.ortools.Loader;
import io.tiercel.assign.AssignmentPolicies;
import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.matching.MinCostMatching;
import io.tiercel.config.ConfigException;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.hdfs.locate.BlockLocator;
import io.tiercel.hdfs.locate.LocatorSettings;
import io.tiercel.spark.SchedulerWarmup;
import io.tiercel.spark.TiercelKeys;
import io.tiercel.spark.input.ScoreTable;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkConf;
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

/**
 * The first call ever in a JVM, in which nothing is loaded and nothing compiled; and the first one after the rehearsal of a
 * driver's start, as the first stage of an application meets it.
 */
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
    public long tiercel() {
        return MinCostMatching.solve(problem).assignment().cost();
    }

    /** A driver that has rehearsed. */
    @State(Scope.Benchmark)
    public static class Driver {
        @Setup
        public void rehearse() throws InterruptedException, ConfigException {
            try (HostRegistry hosts = new HostRegistry();
                    BlockLocator locator = new BlockLocator(new Configuration(false), hosts, LocatorSettings.DEFAULT);
                    SchedulerWarmup rehearsal = SchedulerWarmup.start(
                            () -> locator,
                            AssignmentPolicies.ofSingleRounds(),
                            new ScoreTable(TiercelKeys.read(new SparkConf(false))),
                            List.of())) {
                rehearsal.await();
            }
        }
    }

    @Benchmark
    public long tiercelRehearsed(Driver driver) {
        return MinCostMatching.solve(problem).assignment().cost();
    }

    /** Unpacks and loads the native library, builds the graph, and solves. */
    @Benchmark
    public long orTools() {
        return new OrToolsFlow(problem).solve();
    }

    /** OR-tools' native library. */
    @State(Scope.Benchmark)
    public static class Library {
        @Setup
        public void load() {
            Loader.loadNativeLibraries();
        }
    }

    /** Builds the graph and solves. */
    @Benchmark
    public long orToolsLoaded(Library library) {
        return new OrToolsFlow(problem).solve();
    }
}

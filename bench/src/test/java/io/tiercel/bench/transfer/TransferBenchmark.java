package io.tiercel.bench.transfer;

import io.tiercel.transfer.Transfer;
import io.tiercel.transfer.TransferPolicy;
import io.tiercel.transfer.TransferScheduler;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** From pending blocks to the transfers to start: what a service does under its lock. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgs = "-Xmx2g")
public class TransferBenchmark {
    /** 10 Gbit/s, as in MixApart's figure 1. */
    private static final long REALISTIC = 1_250_000_000;

    private static final double SECONDS = 0.1;

    /** Nothing has been planned yet. */
    @State(Scope.Benchmark)
    public static class Fresh {
        @Param("100000x1000x1000")
        public String load = "";

        @Param({"FIFO", "FAIR"})
        public TransferPolicy policy = TransferPolicy.FIFO;

        /** Bytes per second; the first: all blocks start at once. */
        @Param({"9223372036854775807", "1250000000"})
        public long bound;

        TransferScheduler scheduler = TransferLoad.named("1x1x1").scheduler(policy, 1);

        @Setup(Level.Invocation)
        public void begin() {
            scheduler = TransferLoad.named(load).scheduler(policy, bound);
        }
    }

    /** The source is busy, and one transfer has ended since the last call. */
    @State(Scope.Benchmark)
    public static class Busy {
        @Param("100000x1000x1000")
        public String load = "";

        @Param({"FIFO", "FAIR"})
        public TransferPolicy policy = TransferPolicy.FIFO;

        private final Deque<Transfer> underWay = new ArrayDeque<>();
        TransferScheduler scheduler = TransferLoad.named("1x1x1").scheduler(policy, 1);
        double now;

        @Setup
        public void begin() {
            underWay.clear();
            scheduler = TransferLoad.named(load).scheduler(policy, REALISTIC);
            underWay.addAll(scheduler.next(now));
        }

        List<Transfer> next() {
            now += SECONDS;
            if (underWay.isEmpty()) {
                begin();
            }
            scheduler.completed(underWay.remove(), now);
            List<Transfer> started = scheduler.next(now);
            underWay.addAll(started);
            return started;
        }
    }

    @Benchmark
    public List<Transfer> first(Fresh state) {
        return state.scheduler.next(0);
    }

    @Benchmark
    public List<Transfer> afterOneHasEnded(Busy state) {
        return state.next();
    }
}

package io.tiercel.containers;

import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.hdfs.memory.CurveUpdater;
import io.tiercel.hdfs.memory.DeviceCurves;
import io.tiercel.plan.dispatch.ApplicationDevices;
import io.tiercel.plan.dispatch.ClusterLoad;
import io.tiercel.plan.dispatch.ClusterModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The devices and the load that the plans of a job's stages share (policy {@code tiercel}). Nodes are indices of the host registry.
 *
 * <p>Nobody knows how many containers YARN will grant where, and a job asks for all of them at once. So devices bound a plan, and slots do
 * not. Nor does it count for how long tasks have run on a node: their computing times are unknown, and may be a thousand times as long as
 * reading.
 */
final class JobPlans {
    /** Slots of a node: so many that tasks which run there keep no other task waiting. */
    private static final int ENOUGH_SLOTS = 1 << 16;

    private final HostRegistry hosts;
    private final ApplicationDevices devices = new ApplicationDevices();
    private final CurveUpdater curves;
    private final Consumer<Runnable> solver;
    private final LongSupplier nanoTime;
    private final List<StageReads> stages = new ArrayList<>();
    private @Nullable ClusterLoad load;

    /**
     * @param measured the curves of devices that agents have measured; empty if nobody tells
     * @param solver runs what solves large programs
     * @param nanoTime as {@link System#nanoTime}
     */
    JobPlans(
            HostRegistry hosts,
            Supplier<CompletableFuture<Optional<DeviceCurves>>> measured,
            Consumer<Runnable> solver,
            LongSupplier nanoTime) {
        this.hosts = hosts;
        this.curves = new CurveUpdater(measured, devices, nanoTime);
        this.solver = solver;
        this.nanoTime = nanoTime;
    }

    StageReads stage(TaskInput input) {
        StageReads begun = new StageReads(this, input);
        stages.add(begun);
        return begun;
    }

    /** Tasks of all stages that have ended load no device any more. */
    void noteEnds(double now) {
        stages.forEach(stage -> stage.noteEnds(now));
    }

    ApplicationDevices devices() {
        return devices;
    }

    Consumer<Runnable> solver() {
        return solver;
    }

    /** Seconds of a clock that nobody sets. */
    double now() {
        return nanoTime.getAsLong() / 1e9;
    }

    int nodes() {
        return load == null ? 0 : load.model().nodes();
    }

    int[] racks() {
        return IntStream.range(0, hosts.size()).map(hosts::rack).toArray();
    }

    /** The names of all devices. */
    List<String> deviceNames() {
        return devices.names(hosts::name);
    }

    /** Asks for what agents have measured, if it is time to. Returns at once. For any thread. */
    void measureDevices() {
        curves.look();
    }

    /** The cluster's load, with all nodes and devices that are known now. */
    ClusterLoad load() {
        measureDevices();
        ClusterModel model = devices.model(this::racks);
        ClusterLoad known = load;
        if (known == null) {
            known = new ClusterLoad(model, slots(model.nodes()));
            load = known;
        } else if (known.model() != model) {
            known.grow(model, slots(model.nodes()));
        }
        return known;
    }

    private static int[] slots(int nodes) {
        int[] all = new int[nodes];
        Arrays.fill(all, Math.min(ENOUGH_SLOTS, Integer.MAX_VALUE / Math.max(1, nodes))); // Their sum is an int.
        return all;
    }
}

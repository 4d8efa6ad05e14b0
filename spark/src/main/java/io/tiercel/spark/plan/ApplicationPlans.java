package io.tiercel.spark.plan;

import io.tiercel.hdfs.memory.CurveUpdater;
import io.tiercel.plan.dispatch.ApplicationDevices;
import io.tiercel.plan.dispatch.ClusterLoad;
import io.tiercel.plan.dispatch.ClusterModel;
import io.tiercel.spark.input.StageInput;
import io.tiercel.spark.memory.CoordinatorConnection;
import io.tiercel.spark.prefetch.learn.StageKind;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The devices, the load and the learned times that the planned stages of an application share. Guarded by the scheduler's lock where it
 * does not say otherwise.
 */
public final class ApplicationPlans {
    final ApplicationDevices devices = new ApplicationDevices();
    final LearnedStages learned = new LearnedStages();
    final double leastHold;
    private final boolean followsPins;
    private final Optional<CurveUpdater> curves;
    private @Nullable ClusterLoad load;

    /**
     * @param leastHold seconds for which slots may be held at least: {@code spark.locality.wait}; below 0 to hold none for a crowded device
     * @param coordinator knows what agents have measured; empty if there is none
     * @param followsPins whether tasks read pinned replicas on other nodes, where HDFS names these
     */
    public ApplicationPlans(double leastHold, Optional<CoordinatorConnection> coordinator, boolean followsPins) {
        this.leastHold = leastHold;
        this.followsPins = followsPins;
        this.curves = coordinator.map(known -> new CurveUpdater(known::curves, devices, System::nanoTime));
    }

    /** Asks for what agents have measured, if it is time to. Returns at once. For any thread. */
    public void measureDevices() {
        curves.ifPresent(CurveUpdater::look);
    }

    /** The devices of a task set's reads, found out before the scheduler's lock is taken. */
    public ReadTranslation translation(StageInput input) {
        return new ReadTranslation(input, devices, followsPins);
    }

    /**
     * Begins to plan a task set.
     *
     * @param slots of each place, free or not
     * @param solver solves large plans elsewhere, and has a round of offers follow
     * @param now seconds
     */
    public PlannedTaskSet begin(
            ReadTranslation translation, StageKind kind, int[] slots, Consumer<Runnable> solver, double now) {
        return new PlannedTaskSet(this, translation, kind, slots, solver, now);
    }

    /** The cluster's load, with all nodes and devices that are known now. @param slots of each node, free or not */
    ClusterLoad load(Supplier<int[]> racks, int[] slots) {
        measureDevices();
        ClusterModel model = devices.model(racks);
        int[] all = Arrays.copyOf(slots, model.nodes());
        ClusterLoad known = load;
        if (known == null) {
            known = new ClusterLoad(model, all);
            load = known;
        } else if (known.model() != model) {
            known.grow(model, all);
        } else {
            known.slots(all);
        }
        return known;
    }
}

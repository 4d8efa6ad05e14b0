package io.tiercel.spark.plan;

import io.tiercel.model.Block;
import io.tiercel.model.Replica;
import io.tiercel.model.Task;
import io.tiercel.plan.dispatch.StageInputs;
import io.tiercel.spark.input.StageInput;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the tasks of a task set read from which devices, as a plan takes it. Thread-safe. */
public final class ReadTranslation {
    private final StageInput input;
    private final ApplicationDevices devices;
    private volatile StageInputs reads;
    private long generation;

    ReadTranslation(StageInput input, ApplicationDevices devices) {
        this.input = input;
        this.devices = devices;
        this.generation = input.generation();
        this.reads = translate();
    }

    /** The reads by the last {@link #refresh}; no task computes. */
    StageInputs reads() {
        return reads;
    }

    /** The rack of each place, those of all reads among them. */
    int[] racks() {
        return input.places().racks();
    }

    /** Reads anew what is known of the input. Takes some microseconds a task. */
    public synchronized void refresh() {
        long now = input.generation();
        if (now != generation) {
            generation = now;
            reads = translate();
        }
    }

    private StageInputs translate() {
        StageInputs.Builder builder = new StageInputs.Builder();
        for (int task = 0; task < input.tasks(); task++) {
            Task model = input.model(task);
            builder.task(model.bytes(), 0);
            Set<Integer> nodes = new LinkedHashSet<>();
            model.blocks().forEach(block -> block.replicas().forEach(replica -> nodes.add(replica.node())));
            for (int node : nodes) {
                builder.option(node);
                readsOn(node, model).forEach(builder::reads);
            }
        }
        return builder.build();
    }

    /** Bytes by device. */
    private Map<Integer, Double> readsOn(int node, Task task) {
        Map<Integer, Double> bytes = new LinkedHashMap<>();
        for (Block block : task.blocks()) {
            Replica replica = fastest(block, node);
            if (replica != null) {
                double inMemory = block.bytes() * replica.residency().share();
                if (inMemory > 0) {
                    bytes.merge(devices.memory(node), inMemory, Double::sum);
                }
                if (inMemory < block.bytes()) {
                    bytes.merge(devices.of(node, replica), block.bytes() - inMemory, Double::sum);
                }
            }
        }
        return bytes;
    }

    private static @Nullable Replica fastest(Block block, int node) {
        Replica fastest = null;
        for (Replica replica : block.replicas()) {
            if (replica.node() == node && (fastest == null || replica.tier().compareTo(fastest.tier()) < 0)) {
                fastest = replica;
            }
        }
        return fastest;
    }
}

package io.tiercel.spark.plan;

import io.tiercel.plan.dispatch.ApplicationDevices;
import io.tiercel.plan.dispatch.ReadTranslator;
import io.tiercel.plan.dispatch.StageInputs;
import io.tiercel.spark.input.StageInput;
import java.util.BitSet;

/** Translates a task set's input into reads from devices, as a plan takes them. Thread-safe. */
public final class ReadTranslation {
    private final StageInput input;
    private final ReadTranslator translator;
    private volatile StageInputs reads;
    /** Tasks of whose input some is on its way into memory; never changed once it is here. */
    private volatile BitSet awaited;

    private long generation;

    /** @param followsPins whether the application's readers go to pinned replicas on other nodes, where HDFS names these */
    ReadTranslation(StageInput input, ApplicationDevices devices, boolean followsPins) {
        this.translator = new ReadTranslator(devices, followsPins);
        this.input = input;
        this.generation = input.generation();
        this.reads = translate();
        this.awaited = arriving();
    }

    /** The reads by the last {@link #refresh}; no task computes. */
    StageInputs reads() {
        return reads;
    }

    /** Whether some of a task's input is on its way into memory, by the last {@link #refresh}. */
    boolean isAwaited(int task) {
        return awaited.get(task);
    }

    /** The rack of each place, those of all reads among them. */
    int[] racks() {
        return input.places().racks();
    }

    /** Looks anew at what is known of the input; other reads are another object. Takes some microseconds a task. */
    public synchronized void refresh() {
        long now = input.generation();
        if (now != generation) {
            generation = now;
            awaited = arriving();
            StageInputs latest = translate();
            if (!latest.readsAs(reads)) {
                reads = latest;
            }
        }
    }

    private StageInputs translate() {
        StageInputs.Builder builder = new StageInputs.Builder();
        int[] racks = racks();
        for (int task = 0; task < input.tasks(); task++) {
            translator.add(builder, input.model(task), input.readShare(task), racks);
        }
        return builder.build();
    }

    private BitSet arriving() {
        BitSet tasks = new BitSet();
        for (int task = 0; task < input.tasks(); task++) {
            tasks.set(task, ReadTranslator.isArriving(input.model(task)));
        }
        return tasks;
    }
}

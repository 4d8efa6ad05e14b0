package io.tiercel.prefetch.model;

import io.tiercel.prefetch.PlanningTimes;
import java.util.Arrays;

/** When the next task may start: first slots that were free or busy at submission, then slots that tasks have left. */
final class SlotSchedule {
    private final double[] atFirst;
    private final double[] freed;
    private final PlanningTimes times;
    private double delay;
    private int usedAtFirst;
    private int usedFreed;
    private int freedSoFar;

    SlotSchedule(IndexedJob job) {
        atFirst = job.slotsFreeAt.clone();
        Arrays.sort(atFirst);
        freed = new double[job.tasks()];
        times = job.times;
    }

    /** @param heldBack by how long the first tasks are held back, seconds */
    void clear(double heldBack) {
        delay = heldBack;
        usedAtFirst = 0;
        usedFreed = 0;
        freedSoFar = 0;
    }

    /** A task has left its slot; times only grow. */
    void add(double now) {
        freed[freedSoFar++] = now + times.scheduleSeconds();
    }

    /** When the next task may start; infinity if all slots are busy. */
    double next() {
        return Math.min(first(), usedFreed < freedSoFar ? freed[usedFreed] : Double.POSITIVE_INFINITY);
    }

    private double first() {
        return usedAtFirst == atFirst.length
                ? Double.POSITIVE_INFINITY
                : Math.max(delay + times.initSeconds(), atFirst[usedAtFirst]) + times.scheduleSeconds();
    }

    /** A task takes the next. */
    void take() {
        if (usedFreed < freedSoFar && freed[usedFreed] < first()) {
            usedFreed++;
        } else {
            usedAtFirst++;
        }
    }
}

package io.tiercel.containers;

import io.tiercel.model.Task;
import io.tiercel.plan.dispatch.ReadTranslator;
import io.tiercel.plan.dispatch.StageInputs;
import java.util.BitSet;
import java.util.function.BooleanSupplier;

/** The reads of a stage's tasks by what was known at one time, found out in as many steps as it takes. */
final class ReadTranslation {
    private final TaskInput input;
    private final ReadTranslator translator;
    private final int[] racks;
    private final long generation;
    private final BitSet tasks;
    private final int count;
    private final StageInputs.Builder builder = new StageInputs.Builder();
    private final BitSet awaited = new BitSet();
    private int next;

    /**
     * Begins.
     *
     * @param tasks that are located; given away. Others read nothing
     * @param count tasks have numbers below this
     * @param racks of the nodes
     */
    ReadTranslation(TaskInput input, ReadTranslator translator, BitSet tasks, int count, int[] racks) {
        this.input = input;
        this.translator = translator;
        this.generation = input.generation();
        this.tasks = tasks;
        this.count = count;
        this.racks = racks;
    }

    /** Goes on. @return whether it is complete */
    boolean goOn(BooleanSupplier isLate) {
        for (; next < count; next++) {
            if (!tasks.get(next)) {
                builder.task(0, 0);
                continue;
            }
            if (isLate.getAsBoolean()) {
                return false;
            }
            Task model = input.model(next);
            translator.add(builder, model, 1, racks);
            awaited.set(next, ReadTranslator.isArriving(model));
        }
        return true;
    }

    /** Whether it knows all these tasks. */
    boolean has(BitSet some) {
        return some.stream().allMatch(tasks::get);
    }

    /** Whether nothing has become known since it began. */
    boolean isCurrent() {
        return generation == input.generation();
    }

    /** Tasks have numbers below this. */
    int count() {
        return count;
    }

    StageInputs reads() {
        return builder.build();
    }

    /** Whether some of a task's input was on its way into memory. */
    boolean isAwaited(int task) {
        return awaited.get(task);
    }
}

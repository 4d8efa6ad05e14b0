package io.tiercel.hdfs.memory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.Predicate;

/** Which tasks of a stage or a job read which blocks, and how far each task has come. Not thread-safe. */
public final class BlockReaders<B> {
    private static final class Readers {
        private int[] tasks = new int[1];
        private int count;
        private int waiting;
        private int unfinished;

        void add(int task) {
            if (count == tasks.length) {
                tasks = Arrays.copyOf(tasks, 2 * count);
            }
            tasks[count++] = task;
        }
    }

    private final Map<B, Readers> blocks = new HashMap<>();
    private final Map<Integer, List<B>> byTask = new HashMap<>();
    private final BitSet launched = new BitSet();
    private final BitSet finished = new BitSet();

    public boolean knowsTask(int task) {
        return byTask.containsKey(task);
    }

    public boolean knowsBlock(B block) {
        return blocks.containsKey(block);
    }

    /**
     * Adds a task with the blocks that it reads, each named once.
     *
     * @return those blocks that no task added before reads
     */
    public Set<B> add(int task, Collection<B> ids) {
        Set<B> fresh = new HashSet<>();
        for (B id : ids) {
            Readers readers = blocks.get(id);
            if (readers == null) {
                readers = new Readers();
                blocks.put(id, readers);
                fresh.add(id);
            }
            readers.add(task);
            readers.waiting += launched.get(task) ? 0 : 1;
            readers.unfinished += finished.get(task) ? 0 : 1;
        }
        byTask.put(task, List.copyOf(ids));
        return fresh;
    }

    /** Whether all tasks that read the block have finished. */
    public boolean isRead(B id) {
        return blocks.get(id).unfinished == 0;
    }

    /** Whether all tasks that read the block have been launched and not all have finished. */
    public boolean isBegun(B id) {
        Readers readers = blocks.get(id);
        return readers.waiting == 0 && readers.unfinished > 0;
    }

    /** @return the blocks for which no task waits any more */
    public List<B> launch(int task) {
        if (launched.get(task)) {
            return List.of();
        }
        launched.set(task);
        return blocksOf(task, readers -> --readers.waiting == 0);
    }

    /** Marks a launched task as waiting again; false if it was not launched. */
    public boolean relaunch(int task) {
        if (!launched.get(task)) {
            return false;
        }
        launched.clear(task);
        blocksOf(task, readers -> ++readers.waiting == 0);
        return true;
    }

    /** @return the blocks that the stage has read to the end with this task; empty if the task had finished before */
    public List<B> finish(int task) {
        if (finished.get(task)) {
            return List.of();
        }
        finished.set(task);
        launch(task);
        return blocksOf(task, readers -> --readers.unfinished == 0);
    }

    private List<B> blocksOf(int task, Predicate<Readers> step) {
        List<B> last = new ArrayList<>();
        for (B id : byTask.getOrDefault(task, List.of())) {
            if (step.test(blocks.get(id))) {
                last.add(id);
            }
        }
        return last;
    }

    public boolean isWaiting(int task) {
        return !launched.get(task);
    }

    public int launchedTasks() {
        return launched.cardinality();
    }

    /** Visits the tasks that read the block and wait to be launched. */
    public void eachWaiting(B id, IntConsumer action) {
        Readers readers = blocks.get(id);
        for (int i = 0; readers != null && i < readers.count; i++) {
            if (isWaiting(readers.tasks[i])) {
                action.accept(readers.tasks[i]);
            }
        }
    }

    /** Visits all tasks with known blocks that wait to be launched. */
    public void eachWaiting(IntConsumer action) {
        byTask.keySet().stream().filter(this::isWaiting).forEach(action::accept);
    }
}

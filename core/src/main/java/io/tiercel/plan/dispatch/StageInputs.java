package io.tiercel.plan.dispatch;

import io.tiercel.model.Preconditions;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.DoubleUnaryOperator;

/**
 * The tasks of a stage, and what each of them reads on each node that has some of its input. Tasks and options are numbered from 0;
 * an option is a task on such a node. A task without options reads nothing, or nothing whose place is known.
 */
public final class StageInputs {
    static final int NONE = -1;

    /** Options of task t: {@code firstOption[t]} to {@code firstOption[t + 1]}. */
    final int[] firstOption;
    /** Reads of option o: {@code firstRead[o]} to {@code firstRead[o + 1]}. */
    final int[] firstRead;

    final int[] node;
    /** Bytes of an option that are on no device of its node. */
    final double[] fetched;
    /** Of a read. */
    final int[] device;
    /** Of a read. */
    final double[] bytes;
    /** Reads of task t from a node that is none of its options: {@code firstFar[t]} to {@code firstFar[t + 1]}; none if nobody knows. */
    final int[] firstFar;

    /** Tasks whose reads are the same on each node that is none of their options: from shared storage. */
    private final BitSet anywhere;

    /** By read from another node. */
    final int[] farDevice;
    /** By read from another node. */
    final double[] farBytes;
    /** Of a task. */
    final double[] taskBytes;
    /** Of a task: seconds. */
    final double[] compute;

    final int[] taskOf;

    private StageInputs(Builder builder) {
        this.firstOption = Arrays.copyOf(builder.firstOption, builder.tasks + 1);
        this.firstRead = Arrays.copyOf(builder.firstRead, builder.options + 1);
        this.node = Arrays.copyOf(builder.node, builder.options);
        this.fetched = Arrays.copyOf(builder.fetched, builder.options);
        this.device = Arrays.copyOf(builder.reads.device, builder.reads.count);
        this.bytes = Arrays.copyOf(builder.reads.bytes, builder.reads.count);
        this.firstFar = Arrays.copyOf(builder.firstFar, builder.tasks + 1);
        this.anywhere = (BitSet) builder.anywhere.clone();
        this.farDevice = Arrays.copyOf(builder.farReads.device, builder.farReads.count);
        this.farBytes = Arrays.copyOf(builder.farReads.bytes, builder.farReads.count);
        this.taskBytes = Arrays.copyOf(builder.taskBytes, builder.tasks);
        this.compute = Arrays.copyOf(builder.compute, builder.tasks);
        this.taskOf = new int[builder.options];
        for (int task = 0; task < builder.tasks; task++) {
            Arrays.fill(taskOf, firstOption[task], firstOption[task + 1], task);
        }
    }

    private StageInputs(StageInputs other, double[] compute) {
        this.firstOption = other.firstOption;
        this.firstRead = other.firstRead;
        this.node = other.node;
        this.fetched = other.fetched;
        this.device = other.device;
        this.bytes = other.bytes;
        this.firstFar = other.firstFar;
        this.anywhere = other.anywhere;
        this.farDevice = other.farDevice;
        this.farBytes = other.farBytes;
        this.taskBytes = other.taskBytes;
        this.compute = compute;
        this.taskOf = other.taskOf;
    }

    /** The same reads with other times of computing. @param seconds by what a task reads, in bytes */
    public StageInputs computing(DoubleUnaryOperator seconds) {
        return new StageInputs(this, Arrays.stream(taskBytes).map(seconds).toArray());
    }

    /** Bytes that each task reads. */
    public double[] taskBytes() {
        return taskBytes.clone();
    }

    public int tasks() {
        return taskBytes.length;
    }

    public int options() {
        return node.length;
    }

    /** The options on each node of tasks that wait. */
    int[][] optionsByNode(int nodes, BitSet pending) {
        return ClusterModel.grouped(node, nodes, option -> pending.get(taskOf[option]));
    }

    /** Whether other reads are the same as these, computing aside. */
    public boolean readsAs(StageInputs other) {
        return Arrays.equals(firstOption, other.firstOption)
                && Arrays.equals(firstRead, other.firstRead)
                && Arrays.equals(node, other.node)
                && Arrays.equals(device, other.device)
                && Arrays.equals(bytes, other.bytes)
                && Arrays.equals(firstFar, other.firstFar)
                && anywhere.equals(other.anywhere)
                && Arrays.equals(farDevice, other.farDevice)
                && Arrays.equals(farBytes, other.farBytes)
                && Arrays.equals(taskBytes, other.taskBytes);
    }

    /** The first read of a task's options; the next task's first read ends them. */
    int firstReadOf(int task) {
        return firstRead[firstOption[task]];
    }

    /** Whether it is known from which devices a task reads on a node that is none of its options. */
    boolean knowsFar(int task) {
        return firstFar[task] < firstFar[task + 1];
    }

    /** Whether a task may be planned on no node in particular, since it reads from shared storage there. */
    boolean runsAnywhere(int task) {
        return anywhere.get(task);
    }

    /** Tasks that {@link #runsAnywhere}. */
    int tasksAnywhere() {
        return anywhere.cardinality();
    }

    /** The option of a task on a node; {@link #NONE} if nothing of its input is there. */
    int optionOn(int task, int on) {
        for (int option = firstOption[task]; option < firstOption[task + 1]; option++) {
            if (node[option] == on) {
                return option;
            }
        }
        return NONE;
    }

    /** Takes tasks one after the other, each with its options, each with its reads. */
    public static final class Builder {
        private static final int FIRST_CAPACITY = 16;

        private int[] firstOption = new int[FIRST_CAPACITY];
        private int[] firstRead = new int[FIRST_CAPACITY];
        private int[] node = new int[FIRST_CAPACITY];
        private double[] fetched = new double[FIRST_CAPACITY];
        private int[] firstFar = new int[FIRST_CAPACITY];
        private double[] taskBytes = new double[FIRST_CAPACITY];
        private double[] compute = new double[FIRST_CAPACITY];
        private int tasks;
        private int options;
        private final ReadList reads = new ReadList();
        private final ReadList farReads = new ReadList();
        private final BitSet anywhere = new BitSet();

        /** Reads, one after the other. */
        private static final class ReadList {
            private int[] device = new int[FIRST_CAPACITY];
            private double[] bytes = new double[FIRST_CAPACITY];
            private int count;

            void add(int from, double howMuch) {
                Preconditions.index("device", from);
                Preconditions.nonNegative("bytes", howMuch);
                device = room(device, count);
                bytes = room(bytes, count);
                device[count] = from;
                bytes[count] = howMuch;
                count++;
            }
        }

        /**
         * Begins the next task.
         *
         * @param allBytes that it reads
         * @param computeSeconds for which it computes
         */
        public Builder task(double allBytes, double computeSeconds) {
            Preconditions.nonNegative("bytes of a task", allBytes);
            Preconditions.nonNegative("seconds of computing", computeSeconds);
            taskBytes = room(taskBytes, tasks);
            compute = room(compute, tasks);
            taskBytes[tasks] = allBytes;
            compute[tasks] = computeSeconds;
            tasks++;
            firstOption = room(firstOption, tasks);
            firstOption[tasks] = options;
            firstFar = room(firstFar, tasks);
            firstFar[tasks] = farReads.count;
            return this;
        }

        /**
         * The last task reads from a device if it runs on a node that is none of its options. Without this it reads from any replica.
         */
        public Builder readsFar(int from, double howMuch) {
            farReads.add(from, howMuch);
            firstFar[tasks] = farReads.count;
            return this;
        }

        /** The last task's {@link #readsFar} are all from devices that no node has, so any node is as good. */
        public Builder anywhere() {
            anywhere.set(tasks - 1);
            return this;
        }

        /** Begins the next option of the last task; what it does not read on the node it fetches. */
        public Builder option(int on) {
            Preconditions.index("node", on);
            for (int option = firstOption[tasks - 1]; option < options; option++) {
                if (node[option] == on) {
                    throw new IllegalArgumentException("task " + (tasks - 1) + ": node " + on + " is there twice");
                }
            }
            node = room(node, options);
            fetched = room(fetched, options);
            node[options] = on;
            fetched[options] = taskBytes[tasks - 1];
            options++;
            firstOption[tasks] = options;
            firstRead = room(firstRead, options);
            firstRead[options] = reads.count;
            return this;
        }

        /**
         * The last option reads from a device, at most once each: one of its node, or of another node that has the rest of its input.
         */
        public Builder reads(int from, double howMuch) {
            reads.add(from, howMuch);
            firstRead[options] = reads.count;
            fetched[options - 1] = Math.max(0, fetched[options - 1] - howMuch);
            return this;
        }

        private static int[] room(int[] values, int index) {
            return index < values.length ? values : Arrays.copyOf(values, 2 * index);
        }

        private static double[] room(double[] values, int index) {
            return index < values.length ? values : Arrays.copyOf(values, 2 * index);
        }

        public StageInputs build() {
            return new StageInputs(this);
        }
    }
}

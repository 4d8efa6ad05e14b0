package io.tiercel.plan;

import io.tiercel.model.Preconditions;
import java.util.Arrays;

/**
 * Each task takes one of its options, an option keeps some resources busy, and all shall be done as early as possible.
 *
 * <p>With {@code x[o]}, 0 or 1, for option {@code o}: minimise {@code T} such that each task takes one option, {@code base[r] + sum
 * of seconds[o, r] * x[o] <= T} for each resource {@code r}, and {@code alone[o] <= T} for each option that is taken. With shares of
 * options instead of whole ones it is a linear program for each {@code T} (Lenstra, Shmoys and Tardos, Mathematical Programming 46,
 * 1990).
 *
 * <p>Tasks, options and resources are numbered from 0; ties are broken by these numbers.
 */
public final class LoadProblem {
    private static final int FIRST_CAPACITY = 16;
    /** Sums of so many seconds are finite. */
    private static final double MOST_SECONDS = 1e15;

    /** Options of task t: {@code firstOption[t]} to {@code firstOption[t + 1]}. */
    final int[] firstOption;
    /** Uses of option o: {@code firstUse[o]} to {@code firstUse[o + 1]}. */
    final int[] firstUse;

    final int[] resourceOf;
    final double[] seconds;
    final double[] alone;
    final double[] base;

    private LoadProblem(Builder builder) {
        this.firstOption = Arrays.copyOf(builder.firstOption, builder.tasks + 1);
        this.firstUse = Arrays.copyOf(builder.firstUse, builder.options + 1);
        this.resourceOf = Arrays.copyOf(builder.resourceOf, builder.uses);
        this.seconds = Arrays.copyOf(builder.seconds, builder.uses);
        this.alone = Arrays.copyOf(builder.alone, builder.options);
        this.base = builder.base;
    }

    public int tasks() {
        return firstOption.length - 1;
    }

    public int options() {
        return firstUse.length - 1;
    }

    public int resources() {
        return base.length;
    }

    /** The first option of a task; the next task's first option ends them. */
    public int firstOption(int task) {
        return firstOption[task];
    }

    /** How long an option takes alone: seconds. */
    public double alone(int option) {
        return alone[option];
    }

    /** The first use of an option; the next option's first use ends them. */
    public int firstUse(int option) {
        return firstUse[option];
    }

    /** The resource of a use. */
    public int resource(int use) {
        return resourceOf[use];
    }

    /** For how many seconds a use keeps its resource busy. */
    public double seconds(int use) {
        return seconds[use];
    }

    /** For how many seconds a resource is busy whatever is chosen. */
    public double base(int resource) {
        return base[resource];
    }

    /** The cost of an option: the seconds of its resources, each at its price. */
    double cost(int option, double[] prices) {
        double cost = 0;
        for (int use = firstUse[option], end = firstUse[option + 1]; use < end; use++) {
            cost += seconds[use] * prices[resourceOf[use]];
        }
        return cost;
    }

    /** The least cost among a task's options that alone take less than {@code limit}; infinity if there is none. */
    double leastCost(int task, double[] prices, double limit) {
        double least = Double.POSITIVE_INFINITY;
        for (int option = firstOption[task], end = firstOption[task + 1]; option < end; option++) {
            if (alone[option] < limit) {
                least = Math.min(least, cost(option, prices));
            }
        }
        return least;
    }

    /** The longest time of any task at its fastest option: no plan is done before. */
    double longestTask() {
        double longest = 0;
        for (int task = 0; task < tasks(); task++) {
            double fastest = Double.POSITIVE_INFINITY;
            for (int option = firstOption[task], end = firstOption[task + 1]; option < end; option++) {
                fastest = Math.min(fastest, alone[option]);
            }
            longest = Math.max(longest, fastest);
        }
        return longest;
    }

    /** Adds a share of an option to resources' loads, in seconds. */
    void addTo(double[] loads, int option, double share) {
        for (int use = firstUse[option], end = firstUse[option + 1]; use < end; use++) {
            loads[resourceOf[use]] += share * seconds[use];
        }
    }

    /**
     * When a plan of whole tasks is done: the load of the busiest resource, or the time of the longest option alone.
     *
     * @param choice the option of each task
     */
    double secondsOf(int[] choice) {
        double longest = 0;
        for (int option : choice) {
            longest = Math.max(longest, alone[option]);
        }
        return Math.max(longest, Loads.most(loads(choice)));
    }

    /** The load of each resource under a plan of whole tasks: seconds. @param choice the option of each task */
    public double[] loads(int[] choice) {
        double[] loads = base.clone();
        for (int option : choice) {
            addTo(loads, option, 1);
        }
        return loads;
    }

    /**
     * What prices prove: no plan is done before. A plan that is done before {@code limit} takes no option that alone takes so long.
     * Among the other options, the prices bound each choice from below, even a choice of shares (weak duality of linear programs).
     *
     * @param prices of a second of each resource, at least 0
     * @return seconds; 0 if all prices are 0
     */
    public double boundBy(double[] prices, double limit) {
        double sum = 0;
        double bound = 0;
        for (int resource = 0; resource < base.length; resource++) {
            sum += prices[resource];
            bound += prices[resource] * base[resource];
        }
        for (int task = 0; task < tasks(); task++) {
            bound += leastCost(task, prices, limit);
        }
        if (bound == Double.POSITIVE_INFINITY) {
            return limit;
        }
        return sum > 0 ? Math.min(limit, bound / sum) : 0;
    }

    /** Takes tasks one after the other, each with its options, each with its uses of resources. */
    public static final class Builder {
        private final double[] base;
        private int[] firstOption = new int[FIRST_CAPACITY];
        private int[] firstUse = new int[FIRST_CAPACITY];
        private int[] resourceOf = new int[FIRST_CAPACITY];
        private double[] seconds = new double[FIRST_CAPACITY];
        private double[] alone = new double[FIRST_CAPACITY];
        private int tasks;
        private int options;
        private int uses;

        /** @param base for how many seconds each resource is busy whatever is chosen */
        public Builder(double... base) {
            for (int resource = 0; resource < base.length; resource++) {
                check("base of resource ", resource, base[resource]);
            }
            this.base = base.clone();
        }

        /** Begins the next task. */
        public Builder task() {
            checkLast();
            tasks++;
            firstOption = room(firstOption, tasks);
            firstOption[tasks] = options;
            return this;
        }

        /**
         * Begins the next option of the last task.
         *
         * @param time for how many seconds the task runs at least, had it all resources for itself
         */
        public Builder option(double time) {
            if (tasks == 0) {
                throw new IllegalStateException("expected a task before its first option");
            }
            check("seconds of option ", options, time);
            alone = room(alone, options);
            alone[options] = time;
            options++;
            firstOption[tasks] = options;
            firstUse = room(firstUse, options);
            firstUse[options] = uses;
            return this;
        }

        /** The last option keeps a resource busy; at most once each. */
        public Builder use(int resource, double time) {
            if (options == 0) {
                throw new IllegalStateException("expected an option before its first use");
            }
            Preconditions.index("resource", resource, base.length);
            check("seconds of resource ", resource, time);
            resourceOf = room(resourceOf, uses);
            seconds = room(seconds, uses);
            resourceOf[uses] = resource;
            seconds[uses] = time;
            uses++;
            firstUse[options] = uses;
            return this;
        }

        /** Takes the name in two parts: a large problem has millions of values. */
        private static void check(String what, int number, double time) {
            if (!(time >= 0 && time <= MOST_SECONDS)) {
                throw new IllegalArgumentException(what + number + ": expected 0 to " + MOST_SECONDS + ", got " + time);
            }
        }

        private static int[] room(int[] values, int index) {
            return index < values.length ? values : Arrays.copyOf(values, 2 * index);
        }

        private static double[] room(double[] values, int index) {
            return index < values.length ? values : Arrays.copyOf(values, 2 * index);
        }

        private void checkLast() {
            if (tasks > 0 && firstOption[tasks - 1] == options) {
                throw new IllegalArgumentException("task " + (tasks - 1) + ": expected an option");
            }
        }

        /** @throws IllegalArgumentException if a task has no option */
        public LoadProblem build() {
            checkLast();
            return new LoadProblem(this);
        }
    }
}

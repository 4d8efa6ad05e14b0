package io.tiercel.prefetch.plan;

import io.tiercel.plan.LoadPlan;
import io.tiercel.plan.LoadProblem;
import io.tiercel.plan.LoadSolver;
import io.tiercel.prefetch.PrefetchProblem;
import io.tiercel.prefetch.model.IndexedJob;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Plans the reads and the prefetches of a job in one linear program. Each block takes one of two options for each of its replicas: its
 * tasks read it from the device; or an agent does so before, without a slot, and its tasks read it from memory. The program minimises
 * when the busiest device and the slots are done. Prefetches that do not shorten the plan are dropped.
 *
 * <p>The models of {@link CostBasedPlanner} then simulate the job. Late blocks are dropped. If the job does not end sooner, nothing is
 * prefetched.
 */
record ProgramPlanner(PlannerSettings settings) implements PrefetchPlanner {
    private static final LoadSolver SOLVER = new LoadSolver();

    @Override
    public String name() {
        return PrefetchPlanners.PLAN;
    }

    @Override
    public PrefetchPlan plan(PrefetchProblem problem) {
        Forecast forecast = new Forecast(problem, settings.models());
        @Nullable PrefetchReason[] fixed = BlockSelection.fixed(forecast.job, forecast.neededAt);
        int[] offered = BlockSelection.offered(fixed);
        Chosen nothing = new Chosen(
                forecast.job.withoutSources(),
                BlockSelection.noGain(fixed),
                new double[fixed.length],
                forecast.secondsWithout);
        Chosen best = nothing;
        for (int[] source : selections(forecast.job, offered)) {
            Chosen tried = chosen(forecast, fixed, source);
            best = tried.seconds < best.seconds - Forecast.SAME ? tried : best;
        }
        if (forecast.secondsWithout - best.seconds < settings.leastGain() * forecast.secondsWithout) {
            best = nothing;
        }
        double seconds = forecast.seconds(best.source, 0);
        return new PrefetchPlan(
                forecast.decisions(best.choices, best.source, best.lateReady),
                forecast.job.mostOfADevice(best.source),
                0,
                forecast.secondsWithout,
                seconds,
                List.of(),
                offered.length == 0 ? SearchEnd.NOTHING_TO_PREFETCH : SearchEnd.SOLVED,
                forecast.model);
    }

    /** The program's selections. And all that there is room for, since the program knows no order in time. */
    private static List<int[]> selections(IndexedJob job, int[] offered) {
        if (offered.length == 0) {
            return List.of();
        }
        BlockSelection everything = new BlockSelection(job, offered);
        everything.select(Integer.MAX_VALUE);
        List<int[]> selections = new ArrayList<>(new ReadProgram(job, offered).solve());
        selections.add(everything.source());
        return selections;
    }

    /** A selection without late blocks, by simulation. @param lateReady when blocks that were dropped would have been ready */
    private record Chosen(int[] source, PrefetchReason[] choices, double[] lateReady, double seconds) {}

    private static Chosen chosen(Forecast forecast, @Nullable PrefetchReason[] fixed, int[] source) {
        PrefetchReason[] choices = BlockSelection.noGain(fixed);
        for (int block = 0; block < source.length; block++) {
            choices[block] = source[block] >= 0 ? PrefetchReason.TAKEN : choices[block];
        }
        double[] lateReady = new double[source.length];
        int[] left = forecast.withoutLate(source, 0, choices, lateReady);
        return new Chosen(left, choices, lateReady, forecast.seconds(left, 0));
    }

    /**
     * The linear program. Its resources are: the devices; a second load for each device, of reads by tasks, which begin when slots are free;
     * and all slots together.
     */
    private static final class ReadProgram {
        /** Most solutions: where a node runs out of memory, some prefetches are taken out, and the program is solved again. */
        private static final int MOST_SOLVED = 4;

        /** A block that comes from a device into the memory of its node. */
        private record Option(int block, int device) {}

        private final IndexedJob job;
        private final int[] offered;
        private final int devices;
        private final int slots;
        private final double firstStart;
        /** By block: bytes that tasks read of it, and the longest time that a task computes which reads it. */
        private final double[] readBytes;

        private final double[] cpu;
        private final double[] base;

        /** Prefetches without room. */
        private final Set<Option> closed = new HashSet<>();

        ReadProgram(IndexedJob job, int[] offered) {
            this.job = job;
            this.offered = offered;
            this.devices = job.deviceRate.length;
            this.slots = job.slotsFreeAt.length;
            this.firstStart = Math.max(job.times.initSeconds(), job.slotsFreeAt[0]) + job.times.scheduleSeconds();
            this.readBytes = new double[job.blocks()];
            this.cpu = new double[job.blocks()];
            this.base = base();
        }

        private double[] base() {
            boolean[] isOffered = new boolean[job.blocks()];
            Arrays.stream(offered).forEach(block -> isOffered[block] = true);
            double[] seconds = new double[2 * devices + 1];
            for (int device = 0; device < devices; device++) {
                seconds[device] = job.deviceBusy[device];
                seconds[devices + device] = Math.max(job.deviceBusy[device], firstStart);
            }
            double slotTime = 0;
            for (double freeAt : job.slotsFreeAt) {
                slotTime += Math.max(job.times.initSeconds(), freeAt);
            }
            for (int task = 0; task < job.tasks(); task++) {
                slotTime += job.times.scheduleSeconds() + job.cpu[task];
                for (int read = job.firstRead[task]; read < job.firstRead[task + 1]; read++) {
                    int block = job.readBlock[read];
                    readBytes[block] += job.readBytes[read];
                    cpu[block] = Math.max(cpu[block], job.cpu[task]);
                    if (!isOffered[block]) {
                        boolean comes = job.blockReady[block] < Double.POSITIVE_INFINITY;
                        slotTime += job.readBytes[read] / (comes ? job.memoryRate : job.baseRate[block]);
                    }
                }
            }
            seconds[2 * devices] = slotTime / slots;
            return seconds;
        }

        /** Selections of devices to prefetch from, by block; -1 for blocks that tasks read themselves. */
        List<int[]> solve() {
            for (int solved = 1; ; solved++) {
                List<Option> options = new ArrayList<>();
                LoadProblem problem = problem(options);
                LoadPlan plan = SOLVER.solve(problem);
                List<Option> taken = new ArrayList<>();
                for (int i = 0; i < offered.length; i++) {
                    if (isPrefetch(problem, plan.choice(i))) {
                        taken.add(options.get(plan.choice(i)));
                    }
                }
                List<Option> withRoom = withRoom(taken);
                if (withRoom.size() == taken.size() || solved == MOST_SOLVED) {
                    int[] all = source(withRoom);
                    int[] needed = source(needed(withRoom, plan, problem));
                    return Arrays.equals(all, needed) ? List.of(all) : List.of(needed, all);
                }
            }
        }

        private boolean isPrefetch(LoadProblem problem, int option) {
            return problem.resource(problem.firstUse(option) + 1) == 2 * devices;
        }

        private LoadProblem problem(List<Option> options) {
            LoadProblem.Builder builder = new LoadProblem.Builder(base.clone());
            for (int block : offered) {
                builder.task();
                for (int i = job.firstDevice[block]; i < job.firstDevice[block + 1]; i++) {
                    int device = job.devices[i];
                    Option option = new Option(block, device);
                    double direct = readBytes[block] / job.deviceRate[device];
                    options.add(option);
                    builder.option(firstStart + direct + cpu[block])
                            .use(device, direct)
                            .use(devices + device, direct)
                            .use(2 * devices, direct / slots);
                    if (!closed.contains(option) && job.memoryFree[job.deviceNode[device]] >= job.blockBytes[block]) {
                        double migration = job.blockBytes[block] / job.deviceRate[device];
                        double fromMemory = readBytes[block] / job.memoryRate;
                        options.add(option);
                        builder.option(job.times.cacheInitSeconds() + migration + fromMemory + cpu[block])
                                .use(device, migration)
                                .use(2 * devices, fromMemory / slots);
                    }
                }
            }
            return builder.build();
        }

        /** The prefetches that their nodes have room for, those that save most first; closes the others. */
        private List<Option> withRoom(List<Option> taken) {
            List<Option> bySaving = new ArrayList<>(taken);
            bySaving.sort(Comparator.comparingDouble(this::saving).reversed());
            long[] room = job.memoryFree.clone();
            bySaving.removeIf(option -> {
                int node = job.deviceNode[option.device];
                boolean fits = room[node] >= job.blockBytes[option.block];
                if (fits) {
                    room[node] -= job.blockBytes[option.block];
                } else {
                    closed.add(option);
                }
                return !fits;
            });
            return bySaving;
        }

        /** Seconds of slots that a prefetch saves. */
        private double saving(Option option) {
            return readBytes[option.block] * (1 / job.deviceRate[option.device] - 1 / job.memoryRate);
        }

        /** The prefetches without which devices or slots would not be done in the plan's time, the largest savings first. */
        private List<Option> needed(List<Option> taken, LoadPlan plan, LoadProblem problem) {
            double[] load = problem.loads(plan.choice());
            List<Option> left = new ArrayList<>(taken);
            left.sort(Comparator.comparingDouble(this::saving));
            left.removeIf(option -> {
                double direct = readBytes[option.block] / job.deviceRate[option.device];
                double migration = job.blockBytes[option.block] / job.deviceRate[option.device];
                double slotSaving = saving(option) / slots;
                int device = option.device;
                boolean isSpare = load[device] + direct - migration <= plan.seconds()
                        && load[devices + device] + direct <= plan.seconds()
                        && load[2 * devices] + slotSaving <= plan.seconds();
                if (isSpare) {
                    load[device] += direct - migration;
                    load[devices + device] += direct;
                    load[2 * devices] += slotSaving;
                }
                return isSpare;
            });
            return left;
        }

        private int[] source(List<Option> taken) {
            int[] source = job.withoutSources();
            taken.forEach(option -> source[option.block] = option.device);
            return source;
        }
    }
}

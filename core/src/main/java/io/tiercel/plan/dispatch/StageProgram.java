package io.tiercel.plan.dispatch;

import io.tiercel.plan.LoadPlan;
import io.tiercel.plan.LoadProblem;
import io.tiercel.plan.LoadSolver;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;

/**
 * The linear program of a stage: for each waiting task a node that has some of its input, such that the busiest device and the busiest
 * node are done as early as possible. Running tasks and waiting tasks of earlier stages count as load.
 *
 * <p>Reads over the network are no options: HDFS would choose the replica, so nobody could say which device they load. But a task that
 * reads from shared storage on all other nodes alike has one option more: any node. It loads the storage and all slots together.
 */
final class StageProgram {
    /** A task should not be planned where its read could take so much longer, by an estimate that nothing has confirmed. */
    private static final double DOUBT = 0.5;

    private static final LoadSolver SOLVER = new LoadSolver();

    private static final BitSet NOWHERE = new BitSet();

    private final StageInputs reads;
    private final Map<Integer, BitSet> barred;
    private final ClusterLoad load;
    private final LoadSurvey survey;
    private final int[] tasks;
    private final int[] options;
    private final double untilAnyFree;
    private final LoadProblem problem;

    /**
     * A program, and its tasks and options by their numbers in the stage. Immutable, so another thread may solve it.
     *
     * @param reads of the stage
     * @param tasks the stage's number of each task of the program
     * @param options the stage's number of each option; {@link StageInputs#NONE} for any node
     * @param asked the tasks that waited; those without options are not in the program
     * @param devices of the cluster
     */
    record Program(StageInputs reads, int[] tasks, int[] options, LoadProblem problem, BitSet asked, int devices) {
        Solution solve() {
            LoadPlan plan = SOLVER.solve(problem);
            int[] chosen = new int[reads.tasks()];
            Arrays.fill(chosen, StageInputs.NONE);
            for (int i = 0; i < tasks.length; i++) {
                chosen[tasks[i]] = options[plan.choice(i)];
            }
            return new Solution(this, plan, chosen);
        }
    }

    /**
     * A plan, and the option that it has for each task; {@link StageInputs#NONE} for tasks that are not asked for, that have none, or that
     * may run on any node.
     */
    record Solution(Program program, LoadPlan plan, int[] option) {
        ReadPlan readPlan() {
            int[] nodeOf = new int[program.problem().options()];
            Arrays.setAll(nodeOf, option -> {
                int chosen = program.options()[option];
                return chosen == StageInputs.NONE ? ReadPlan.ANY_NODE : program.reads().node[chosen];
            });
            return new ReadPlan(program.tasks(), nodeOf, program.devices(), program.problem(), plan);
        }
    }

    private StageProgram(
            StageInputs reads, BitSet pending, Map<Integer, BitSet> barred, ClusterLoad load, LoadSurvey survey) {
        this.reads = reads;
        this.barred = barred;
        this.load = load;
        this.survey = survey;
        this.tasks = pending.stream().filter(this::hasOption).toArray();
        this.options = new int[reads.options() + tasks.length];
        this.untilAnyFree = untilAnyFree();
        LoadProblem.Builder builder = new LoadProblem.Builder(base());
        int count = 0;
        for (int task : tasks) {
            builder.task();
            for (int option = reads.firstOption[task]; option < reads.firstOption[task + 1]; option++) {
                if (isOpen(option)) {
                    add(builder, option);
                    options[count++] = option;
                }
            }
            if (reads.runsAnywhere(task)) {
                addAnywhere(builder, task);
                options[count++] = StageInputs.NONE;
            }
        }
        this.problem = builder.build();
    }

    /** The program for the waiting tasks, by what is known of the cluster now. */
    static Program of(
            StageInputs reads, BitSet pending, Map<Integer, BitSet> barred, ClusterLoad load, LoadSurvey survey) {
        StageProgram made = new StageProgram(reads, pending, barred, load, survey);
        BitSet asked = (BitSet) pending.clone();
        return new Program(
                reads,
                made.tasks,
                Arrays.copyOf(made.options, made.problem.options()),
                made.problem,
                asked,
                load.model().devices());
    }

    /** Whether the option's node has slots, and may run its task. */
    private boolean isOpen(int option) {
        int node = reads.node[option];
        return load.slots(node) > 0
                && (barred.isEmpty()
                        || !barred.getOrDefault(reads.taskOf[option], NOWHERE).get(node));
    }

    private boolean hasOption(int task) {
        if (reads.runsAnywhere(task) && load.allSlots() > 0) {
            return true;
        }
        for (int option = reads.firstOption[task]; option < reads.firstOption[task + 1]; option++) {
            if (isOpen(option)) {
                return true;
            }
        }
        return false;
    }

    /** Devices, then nodes, then all slots together. */
    private double[] base() {
        int devices = load.model().devices();
        int nodes = load.model().nodes();
        double[] base = new double[devices + nodes + 1];
        // A task that reads last computes after that.
        double computing = Arrays.stream(tasks)
                .mapToDouble(task -> reads.compute[task])
                .average()
                .orElse(0);
        for (int device = 0; device < devices; device++) {
            base[device] = survey.bytes[device] / load.best(device) + computing;
        }
        for (int node = 0; node < nodes; node++) {
            base[devices + node] = load.slots(node) == 0 ? 0 : survey.seconds[node] / load.slots(node);
            base[devices + nodes] += survey.seconds[node] / Math.max(1, load.allSlots());
        }
        return base;
    }

    private void add(LoadProblem.Builder builder, int option) {
        int devices = load.model().devices();
        int node = reads.node[option];
        double alone = load.alone(reads, option);
        builder.option(survey.untilFree(node) + alone + doubt(option));
        for (int read = reads.firstRead[option]; read < reads.firstRead[option + 1]; read++) {
            builder.use(reads.device[read], reads.bytes[read] / load.best(reads.device[read]));
        }
        builder.use(devices + node, alone / load.slots(node));
        builder.use(devices + load.model().nodes(), alone / load.allSlots());
    }

    /** The option of any node: all is read from shared storage. */
    private void addAnywhere(LoadProblem.Builder builder, int task) {
        double alone = load.fetching(reads, task) + reads.compute[task];
        double doubt = 0;
        for (int read = reads.firstFar[task]; read < reads.firstFar[task + 1]; read++) {
            doubt += doubt(reads.farDevice[read], reads.farBytes[read]);
        }
        builder.option(untilAnyFree + alone + doubt);
        for (int read = reads.firstFar[task]; read < reads.firstFar[task + 1]; read++) {
            builder.use(reads.farDevice[read], reads.farBytes[read] / load.best(reads.farDevice[read]));
        }
        builder.use(load.model().devices() + load.model().nodes(), alone / load.allSlots());
    }

    /** Seconds until some node has a free slot. */
    private double untilAnyFree() {
        double first = Double.POSITIVE_INFINITY;
        for (int node = 0; node < load.model().nodes(); node++) {
            if (load.slots(node) > 0) {
                first = Math.min(first, survey.untilFree(node));
            }
        }
        return first;
    }

    private double doubt(int option) {
        double seconds = 0;
        for (int read = reads.firstRead[option]; read < reads.firstRead[option + 1]; read++) {
            seconds += doubt(reads.device[read], reads.bytes[read]);
        }
        return seconds;
    }

    /** Seconds by which a read could take longer than estimated: the more, the fewer reads from its device have ended. */
    private double doubt(int device, double bytes) {
        return bytes / load.one(device) * DOUBT / (1 + load.readsSeen(device));
    }
}

package io.tiercel.sim.schedule;

import io.tiercel.assign.Decision;
import io.tiercel.assign.Preferences;
import io.tiercel.assign.Reason;
import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.cluster.Node;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.job.JobRun;
import io.tiercel.sim.job.TaskExecution;
import io.tiercel.sim.job.TaskRun;
import io.tiercel.stage.ExcludedSlots;
import io.tiercel.stage.FreeSlots;
import io.tiercel.stage.RoundPlan;
import io.tiercel.stage.StagePlan;
import io.tiercel.stage.StagePrices;
import io.tiercel.stage.TaskDurations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The stages of jobs whose tasks wait for better slots. Task durations are learnt as if one application ran all jobs. */
final class PluginStages implements EngineStages {
    private final SchedulingSpec scheduling;
    private final int[] rackOf;
    private final int[] capacity;
    private final TaskDurations durations = TaskDurations.ofApplication();
    private final Map<JobRun, PluginStage> stages = new IdentityHashMap<>();

    PluginStages(SchedulingSpec scheduling, Cluster cluster) {
        this.scheduling = scheduling;
        this.rackOf = cluster.nodes().stream().mapToInt(Node::rack).toArray();
        this.capacity =
                cluster.nodes().stream().mapToInt(node -> node.slots().count()).toArray();
    }

    @Override
    public Optional<EngineStage> of(JobRun job, long now) {
        if (scheduling.hold().capMillis() == 0 || job.prefersNothing()) {
            return Optional.empty();
        }
        return Optional.of(stages.computeIfAbsent(
                job, fresh -> new PluginStage(scheduling, job.pending(), rackOf, capacity, durations.ofStage())));
    }

    @Override
    public void freed(int node) {
        stages.values().forEach(stage -> stage.freed(node));
    }

    @Override
    public void ended(TaskExecution execution) {
        PluginStage stage = stages.get(execution.task().job());
        if (stage != null && !execution.task().isReduce()) {
            stage.ended(execution.task(), execution.nanos());
        }
    }

    @Override
    public void ended(JobRun job, long now) {
        stages.remove(job);
    }

    /**
     * The maps of a job as Spark's plugin launches them: {@link StagePlan} decides in each round who gets a slot and who waits. A slot left free is
     * offered again when another one becomes free there, when a wait ends, when input has moved, and when Spark revives offers.
     */
    static final class PluginStage implements EngineStage {
        /** {@code spark.scheduler.revive.interval}. */
        private static final long REVIVAL = Engine.SECOND;
        /** The shortest interval between two repricings. */
        private static final long NEWS = Engine.SECOND / 20;

        private static final long MILLI = Engine.SECOND / 1_000;

        private final SchedulingSpec scheduling;
        /** By number. A task that runs again is another object. */
        private final TaskRun[] tasks;

        private final int[] rackOf;
        private final int[] capacity;
        private final TaskDurations durations;
        private final StagePlan plan;
        private final int[] versions;
        private final int[] costs;
        private final BitSet started = new BitSet();
        /** Nodes where a slot was left free, and none has become free since. */
        private final BitSet refused = new BitSet();

        private StagePrices prices;
        private long nextNews;
        private long nextRevival;
        private long nextDeadline = Long.MAX_VALUE;
        private boolean decided;
        private boolean delayed;

        /**
         * @param tasks all maps of a job, none of them started
         * @param capacity slots of each node, free or not
         */
        PluginStage(
                SchedulingSpec scheduling, List<TaskRun> tasks, int[] rackOf, int[] capacity, TaskDurations durations) {
            this.scheduling = scheduling;
            this.tasks = tasks.toArray(TaskRun[]::new);
            this.rackOf = rackOf;
            this.capacity = capacity;
            this.durations = durations;
            this.versions = tasks.stream().mapToInt(TaskRun::version).toArray();
            this.costs = new int[tasks.size()];
            boolean[] known = new boolean[tasks.size()];
            Arrays.fill(known, true);
            this.prices = new StagePrices(
                    tasks.stream().map(this::price).toArray(Preferences[]::new),
                    tasks.stream().mapToLong(TaskRun::bytes).toArray(),
                    known,
                    rackOf);
            this.plan = new StagePlan(scheduling.policy(), scheduling.hold(), durations, prices, rackOf, capacity);
        }

        private Preferences price(TaskRun task) {
            return task.preferences(scheduling.costs(), node -> rackOf[node]);
        }

        @Override
        public List<Start> round(List<TaskRun> pending, int[] free, int[] order, Reason last, long now) {
            pending.forEach(this::waits);
            int[] offered = offered(free, now);
            RoundPlan round =
                    plan.round(new FreeSlots(rackOf, offered), now / MILLI, this::isWaiting, ExcludedSlots.NONE);
            RoundPlan.Decided asked = round.decided();
            decided = asked != null;
            nextDeadline = Math.min(nextDeadline, round.nextDeadline());
            List<Start> starts = new ArrayList<>();
            if (asked == null) {
                return starts;
            }
            Reason[] reasons = reasons(asked.tasks(), asked.decision());
            for (int node : order) {
                int left = offered[node];
                while (left > 0) {
                    int task = take(round, node, last);
                    if (task == RoundPlan.NONE) {
                        break;
                    }
                    starts.add(new Start(tasks[task], node, reasons[task]));
                    costs[task] = prices.task(task).cost(node, rackOf[node]);
                    plan.launched(task, now / MILLI);
                    started.set(task);
                    left--;
                }
                refused.set(node, refused.get(node) || left > 0);
            }
            delayed = round.delayed() > 0;
            return starts;
        }

        private int take(RoundPlan round, int node, Reason last) {
            return round.take(node, reason -> reason.compareTo(last) <= 0, this::isWaiting, task -> true);
        }

        private boolean isWaiting(int task) {
            return tasks[task].isWaiting();
        }

        private void waits(TaskRun task) {
            int index = task.index();
            tasks[index] = task;
            if (started.get(index)) {
                started.clear(index);
                plan.pending(index);
            }
        }

        private Reason[] reasons(int[] asked, Decision decision) {
            Reason[] reasons = new Reason[tasks.length];
            for (int i = 0; i < asked.length; i++) {
                reasons[asked[i]] = decision.reason(i);
            }
            return reasons;
        }

        private int[] offered(int[] free, long now) {
            boolean news = takesNews(now);
            if (news || now >= nextRevival || now / MILLI >= nextDeadline) {
                nextRevival = now + REVIVAL;
                nextDeadline = Long.MAX_VALUE;
                refused.clear();
            }
            int[] offered = free.clone();
            refused.stream().forEach(node -> offered[node] = 0);
            return offered;
        }

        private boolean takesNews(long now) {
            if (now < nextNews) {
                return false;
            }
            BitSet changed = new BitSet();
            for (int task = 0; task < versions.length; task++) {
                int version = tasks[task].version();
                if (isWaiting(task) && version != versions[task]) {
                    versions[task] = version;
                    changed.set(task);
                }
            }
            if (changed.isEmpty()) {
                return false;
            }
            nextNews = now + NEWS;
            prices = prices.with(changed, task -> price(tasks[task]), rackOf);
            plan.reprice(prices, rackOf, capacity);
            return true;
        }

        @Override
        public boolean hasDecided() {
            return decided;
        }

        @Override
        public boolean isDelayed() {
            return delayed;
        }

        @Override
        public boolean isHolding() {
            return !refused.isEmpty();
        }

        void freed(int node) {
            refused.clear(node);
        }

        void ended(TaskRun task, long nanos) {
            durations.finished(nanos / MILLI, scheduling.hold().readMillis(task.bytes(), costs[task.index()]));
        }
    }
}

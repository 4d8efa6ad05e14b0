package io.tiercel.sim.run;

import io.tiercel.prefetch.plan.PrefetchPlan;
import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.cluster.Node;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.engine.EventLog;
import io.tiercel.sim.engine.TransferListener;
import io.tiercel.sim.fault.ActiveInterference;
import io.tiercel.sim.fault.FaultInjector;
import io.tiercel.sim.job.ComputeSpec;
import io.tiercel.sim.job.JobDependencies;
import io.tiercel.sim.job.JobResult;
import io.tiercel.sim.job.JobRun;
import io.tiercel.sim.job.Processors;
import io.tiercel.sim.job.ReplicaSelector;
import io.tiercel.sim.job.RunJournal;
import io.tiercel.sim.job.RunListener;
import io.tiercel.sim.job.RunningTasks;
import io.tiercel.sim.job.TaskExecution;
import io.tiercel.sim.job.TaskRun;
import io.tiercel.sim.migrate.HdfsCache;
import io.tiercel.sim.migrate.MigrationService;
import io.tiercel.sim.migrate.PrefetchRequest;
import io.tiercel.sim.migrate.PrefetchSpec;
import io.tiercel.sim.migrate.SimulatedCoordinator;
import io.tiercel.sim.schedule.Scheduler;
import io.tiercel.sim.storage.MemoryRules;
import io.tiercel.sim.storage.Storage;
import io.tiercel.sim.storage.StoredBlock;
import io.tiercel.sim.storage.StoredFile;
import io.tiercel.sim.verify.RunVerifier;
import io.tiercel.sim.workload.InputFile;
import io.tiercel.sim.workload.Job;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/** Runs a scenario from its first job to its last, and verifies it on the way. */
public final class Simulation {
    private static final String NO_SLOTS = "no node with slots is left";

    private final RunSpec scenario;
    private final Engine engine = new Engine();
    private final EventLog log;
    private final RunVerifier verifier;
    private final RunJournal journal;
    private final TaskExecution.World world;
    private final Scheduler scheduler;
    private final Map<String, List<StoredBlock>> files = new HashMap<>();
    /** Those that were there at the start and have not been read yet. */
    private final Map<String, StoredFile> unread = new HashMap<>();

    /** How many jobs are yet to read a file. */
    private final Map<String, Integer> readers = new HashMap<>();

    private final JobDependencies order;
    private final RunListener watcher;
    private final List<JobResult> results = new ArrayList<>();
    private final TaskExecution.Ends ends = new TaskExecution.Ends() {
        @Override
        public void ended(TaskExecution execution) {
            Simulation.this.ended(execution);
        }

        @Override
        public void fails(TaskExecution execution, String why) {
            fail(execution.task().job(), why);
        }
    };
    private final List<ActiveInterference> disturbances = new ArrayList<>();
    private final Optional<OraclePrefetcher> oracle;
    private final Optional<JobPrefetchPlanner> planned;
    private final RunningTasks running;
    private final FaultInjector outages;
    /** That have begun and not ended, by their numbers. */
    private final SortedMap<Integer, JobRun> jobs = new TreeMap<>();

    private int began;

    private Simulation(RunSpec scenario, int keptEvents, RunListener watcher) {
        this.scenario = scenario;
        this.watcher = watcher;
        scenario.workload().jobs().forEach(job -> job.input().ifPresent(path -> readers.merge(path, 1, Integer::sum)));
        this.order = new JobDependencies(scenario.workload().jobs());
        this.log = new EventLog(keptEvents);
        this.verifier = new RunVerifier(
                scenario.cluster(), engine, scenario.scheduling().promise());
        this.journal = new RunJournal(engine, log, verifier, watcher);
        Cluster cluster = new Cluster(
                scenario.cluster(), engine, TransferListener.both(verifier.transfers(), watcher.transfers()));
        Storage storage = new Storage(
                engine,
                cluster,
                scenario.placement(),
                new MemoryRules(
                        scenario.eviction(),
                        scenario.memory().keepsPlaced(),
                        scenario.memory().pageCache(),
                        scenario.settled(),
                        scenario.memory().writesBehind()),
                new Random(scenario.seed()),
                verifier.storage());
        Optional<MigrationService> migrator =
                scenario.memory().prefetching().map(prefetching -> migrator(prefetching, cluster, storage));
        scenario.memory().prefetching().ifPresent(prefetching -> verifier.budget(prefetching.budget()));
        Optional<PrefetchSpec> used = scenario.memory().prefetching();
        this.oracle = used.filter(prefetching -> prefetching.planner().equals(PrefetchSpec.ORACLE))
                .map(prefetching -> new OraclePrefetcher(storage));
        this.planned = used.filter(prefetching -> oracle.isEmpty())
                .flatMap(prefetching ->
                        migrator.map(there -> new JobPrefetchPlanner(scenario, prefetching, cluster, there)));
        ReplicaSelector choice = new ReplicaSelector(cluster, scenario.memory().reads(), migrator);
        ComputeSpec computing = scenario.computing();
        this.world = new TaskExecution.World(
                engine,
                cluster,
                storage,
                choice,
                migrator,
                journal,
                new Processors(engine, computing, scenario.cluster().nodes(), scenario.seed()),
                computing.whileReading(),
                scenario.taskEnd());
        scenario.interference().forEach(each -> disturbances.add(new ActiveInterference(engine, cluster, each)));
        this.scheduler =
                new Scheduler(engine, cluster, scenario.scheduling(), verifier, watcher, this::start, scenario.seed());
        this.running = new RunningTasks(cluster.nodes());
        this.outages = new FaultInjector(scenario.faults(), world, running, disturbances, new FaultInjector.Losses() {
            @Override
            public void missed(int node) {
                nodeIsMissed(node);
            }

            @Override
            public void returned(int node) {
                jobs.values().forEach(job -> job.nodeChanged(node));
                scheduler.returned(node);
            }
        });
    }

    private MigrationService migrator(PrefetchSpec prefetching, Cluster cluster, Storage storage) {
        return prefetching.cache().isPresent()
                ? new HdfsCache(engine, cluster, storage, prefetching.cache().get(), prefetching.budget(), journal)
                : new SimulatedCoordinator(
                        engine, cluster, storage, prefetching, scenario.eviction(), journal, scenario.seed());
    }

    /**
     * Runs a scenario.
     *
     * @param keptEvents how many lines of the log are kept; its digest is of all
     * @throws io.tiercel.sim.verify.BrokenInvariantException if the run does what no cluster can do
     */
    public static RunResult run(RunSpec scenario, int keptEvents) {
        return run(scenario, keptEvents, RunListener.NONE);
    }

    /**
     * Runs a scenario.
     *
     * @param watcher told of what happens
     */
    public static RunResult run(RunSpec scenario, int keptEvents, RunListener watcher) {
        return new Simulation(scenario, keptEvents, watcher).run();
    }

    private RunResult run() {
        for (InputFile file : scenario.workload().files()) {
            if (!file.blocks().isEmpty()) {
                List<StoredBlock> blocks = new ArrayList<>();
                file.blocks().forEach(bytes -> blocks.add(world.storage().place(bytes)));
                placed(file, blocks);
                continue;
            }
            StoredFile stored = world.storage().placeFile(file.bytes(), scenario.blockBytes());
            if (scenario.memory().inputs()) {
                placed(file, world.storage().open(stored));
            } else {
                unread.put(file.path(), stored);
            }
        }
        if (!scenario.workload().jobs().isEmpty()) {
            disturbances.forEach(ActiveInterference::begin);
            outages.begin();
        }
        scenario.workload().jobs().forEach(job -> engine.at(job.arrival(), () -> arrives(job)));
        engine.run(Long.MAX_VALUE);
        verifier.runEnded(scenario.workload().jobs().size());
        return new RunResult(
                results,
                engine.now(),
                engine.events(),
                scheduler.decisions(),
                scenario.cluster().slots(),
                scheduler.saturated(),
                log);
    }

    private void placed(InputFile file, List<StoredBlock> blocks) {
        if (scenario.memory().inputs()) {
            blocks.forEach(world.storage()::keepInMemory);
        }
        files.put(file.path(), blocks);
    }

    private List<Long> blocks(long bytes) {
        List<Long> blocks = new ArrayList<>();
        for (long left = bytes; left > 0; left -= scenario.blockBytes()) {
            blocks.add(Math.min(left, scenario.blockBytes()));
        }
        return blocks;
    }

    /** Begins the job, or lets it wait for the one after which it comes, or for the one that writes its input. */
    private void arrives(Job job) {
        Optional<String> why = order.neverBegins(job);
        if (why.isPresent() || outages.isHopeless()) {
            refuse(job, why.orElse(NO_SLOTS));
        } else if (order.waitsForJob(job)) {
            return;
        } else if (job.input().isPresent() && !isThere(job.input().get())) {
            order.waitForFile(job, job.input().get());
        } else {
            begins(job);
        }
    }

    private void begins(Job job) {
        List<StoredBlock> input = job.input().map(this::read).orElse(List.of());
        JobRun run = new JobRun(began++, job, engine.now(), input, blocks(job.outputBytes()));
        jobs.put(run.index(), run);
        journal.begins(run);
        OptionalLong callToStage =
                scenario.memory().prefetching().map(PrefetchSpec::callToStage).orElse(OptionalLong.empty());
        if (callToStage.isPresent()) {
            beginsUnplanned(run, Math.max(0, job.lead() - callToStage.getAsLong()));
        } else {
            later(job.lead() + prefetch(run, job.lead()), () -> submit(run));
        }
    }

    private void later(long nanos, Runnable action) {
        if (nanos == 0) {
            action.run();
        } else {
            engine.after(nanos, action);
        }
    }

    /** All input is asked for until the job is called, and what is planned when its tasks could ask for slots. */
    private void beginsUnplanned(JobRun run, long call) {
        String name = run.job().name();
        world.migrator().ifPresent(there -> {
            there.hint(
                    name,
                    run.input().stream()
                            .map(block -> new PrefetchRequest(block, Optional.empty(), 0))
                            .toList());
            later(call, () -> there.takeBack(name, run.input()));
        });
        later(run.job().lead(), () -> later(prefetch(run, 0), () -> submit(run)));
    }

    /** Lets the tasks of a job ask for slots, where jobs wait for their input as soon as nothing of it is on its way. */
    private void submit(JobRun run) {
        if (run.hasFailed()) {
            return;
        }
        Optional<PrefetchSpec> prefetching = scenario.memory().prefetching().filter(PrefetchSpec::holdsJobs);
        boolean waits = prefetching.isPresent()
                && world.migrator()
                        .filter(there -> there.isBringingIn(run.input()))
                        .isPresent();
        if (waits) {
            engine.after(prefetching.get().settings().pollInterval(), () -> submit(run));
        } else {
            scheduler.add(run);
        }
    }

    /** Has the input of a job brought in as far as the planner says, and returns by how many nanoseconds it holds the first tasks back, which could ask for slots after {@code lead}. */
    private long prefetch(JobRun run, long lead) {
        oracle.ifPresent(there -> run.prefetches(there.begins(run), 0));
        if (planned.isEmpty() || world.migrator().isEmpty() || run.input().isEmpty()) {
            return 0;
        }
        PrefetchPlan plan = planned.get().plan(run, scheduler.pendingTasks(), lead / (double) Engine.SECOND);
        List<PrefetchRequest> wanted = planned.get().wanted(run, plan);
        world.migrator().get().hint(run.job().name(), wanted);
        long delay = (long) (plan.delay() * Engine.SECOND);
        run.prefetches(wanted.size(), delay);
        return delay;
    }

    private boolean isThere(String path) {
        return files.containsKey(path) || unread.containsKey(path);
    }

    /** The blocks of a file, which is forgotten when no job is left that reads it: a day's files are millions of blocks. */
    private List<StoredBlock> read(String path) {
        StoredFile first = unread.remove(path);
        if (first != null) {
            files.put(path, world.storage().open(first));
        }
        boolean last = readers.merge(path, -1, Integer::sum) == 0;
        List<StoredBlock> blocks = last ? files.remove(path) : files.get(path);
        return blocks == null ? List.of() : blocks;
    }

    private void start(TaskRun task, int node) {
        int slot = world.cluster().node(node).slots().take();
        journal.starts(task, node, slot);
        running.add(TaskExecution.begin(world, task, node, slot, scenario.taskStart(), ends));
    }

    private void ended(TaskExecution execution) {
        running.remove(execution);
        world.cluster().node(execution.node()).slots().release(execution.slot());
        journal.ends(execution);
        planned.ifPresent(plans -> plans.taskEnded(execution.nanos()));
        scheduler.ended(execution.task(), execution.nanos());
        JobRun job = execution.task().job();
        switch (job.taskEnded(execution.task(), execution.nanos())) {
            case GOES_ON -> {}
            case REDUCES_WAIT -> {
                journal.reducesWait(job);
                scheduler.add(job);
            }
            case HAS_ENDED -> ended(job);
        }
        scheduler.freed(execution.node());
    }

    private void ended(JobRun job) {
        journal.ends(job);
        isOver(job);
        job.job().output().ifPresent(path -> {
            if (readers.getOrDefault(path, 0) > 0) {
                files.put(path, job.written());
            }
        });
        order.ended(job.job()).forEach(this::arrives);
    }

    private void isOver(JobRun job) {
        jobs.remove(job.index());
        scheduler.ended(job);
        world.migrator().ifPresent(migrator -> migrator.release(job.job().name()));
        oracle.ifPresent(there -> there.ends(job));
        isOver(job.result(engine.now()));
    }

    private void isOver(JobResult result) {
        results.add(result);
        watcher.jobEnds(engine.now(), result);
        if (results.size() == scenario.workload().jobs().size()) {
            disturbances.forEach(ActiveInterference::end);
            outages.end();
        }
    }

    /** A job ends with what it has done undone, and so do those that wait for it. */
    private void fail(JobRun job, String why) {
        if (job.hasFailed()) {
            return;
        }
        scheduler.withdraw(job);
        running.all().stream()
                .filter(execution -> execution.task().job() == job)
                .forEach(this::giveUp);
        job.fails(why);
        journal.fails(job, why);
        job.written().forEach(world.storage()::discard);
        isOver(job);
        order.failed(job.job()).forEach(this::arrives);
    }

    /** A job ends without having begun. */
    private void refuse(Job job, String why) {
        journal.refuses(job, why);
        isOver(JobResult.refused(job, engine.now(), why));
        order.failed(job).forEach(this::arrives);
    }

    /** A task is no more; its slot is free unless its node is missed. */
    private void giveUp(TaskExecution execution) {
        running.remove(execution);
        execution.giveUp();
        journal.givesUp(execution);
        Node node = world.cluster().node(execution.node());
        node.slots().release(execution.slot());
        if (node.presence().isListed()) {
            scheduler.freed(node.index());
        }
    }

    /** What ran there runs again elsewhere, and so do the maps of which it had what reduces still need. */
    private void nodeIsMissed(int node) {
        jobs.values().forEach(job -> job.nodeChanged(node));
        scheduler.missed(node);
        Map<JobRun, List<TaskRun>> lost = new HashMap<>();
        for (TaskExecution execution : running.on(node)) {
            lost.computeIfAbsent(execution.task().job(), job -> new ArrayList<>())
                    .add(execution.task());
            giveUp(execution);
        }
        Map<JobRun, List<TaskExecution>> fetching = new HashMap<>();
        running.all().stream().filter(TaskExecution::isFetching).forEach(execution -> fetching.computeIfAbsent(
                        execution.task().job(), job -> new ArrayList<>())
                .add(execution));
        for (JobRun job : List.copyOf(jobs.values())) {
            List<TaskRun> tasks = lost.getOrDefault(job, List.of());
            if (!tasks.isEmpty() || job.outputs().isOn(node)) {
                loses(job, node, tasks, fetching.getOrDefault(job, List.of()));
            }
        }
        if (outages.isHopeless()) {
            List.copyOf(jobs.values()).forEach(job -> fail(job, NO_SLOTS));
        }
    }

    private void loses(JobRun job, int node, List<TaskRun> tasks, List<TaskExecution> fetching) {
        scheduler.withdraw(job);
        JobRun.Loss loss = job.loses(
                node, tasks, fetching.stream().map(TaskExecution::task).toList());
        if (loss.reducesWait()) {
            fetching.forEach(this::giveUp);
        }
        loss.maps().stream().forEach(map -> journal.runsAgain(job, map));
        if (job.waiting() > 0) {
            scheduler.add(job);
        }
    }
}

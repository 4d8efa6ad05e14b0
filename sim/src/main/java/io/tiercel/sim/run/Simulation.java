package io.tiercel.sim.run;

import io.tiercel.prefetch.PrefetchPlan;
import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.cluster.MemoryRules;
import io.tiercel.sim.cluster.Storage;
import io.tiercel.sim.cluster.StoredBlock;
import io.tiercel.sim.cluster.StoredFile;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.engine.EventLog;
import io.tiercel.sim.engine.TransferListener;
import io.tiercel.sim.migrate.CachingStorage;
import io.tiercel.sim.migrate.Coordinator;
import io.tiercel.sim.migrate.Migrator;
import io.tiercel.sim.migrate.Prefetching;
import io.tiercel.sim.migrate.Wanted;
import io.tiercel.sim.verify.RunVerifier;
import io.tiercel.sim.work.InputFile;
import io.tiercel.sim.work.Job;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Runs a scenario from its first job to its last, and verifies it on the way. */
public final class Simulation {
    private final Scenario scenario;
    private final Engine engine = new Engine();
    private final EventLog log;
    private final RunVerifier verifier;
    private final Journal journal;
    private final TaskExecution.World world;
    private final Scheduler scheduler;
    private final Map<String, List<StoredBlock>> files = new HashMap<>();
    /** Those that were there at the start and have not been read yet. */
    private final Map<String, StoredFile> unread = new HashMap<>();

    /** How many jobs are yet to read a file. */
    private final Map<String, Integer> readers = new HashMap<>();

    private final Map<String, List<Job>> waitingFor = new HashMap<>();
    /** By jobs that have not ended. */
    private final Map<String, List<Job>> waitingForJob = new HashMap<>();

    private final RunWatcher watcher;
    private final List<JobResult> results = new ArrayList<>();
    private final List<Disturbance> disturbances = new ArrayList<>();
    private final Optional<Oracle> oracle;
    private final Optional<PlannedJobs> planned;
    private int began;

    private Simulation(Scenario scenario, int keptEvents, RunWatcher watcher) {
        this.scenario = scenario;
        this.watcher = watcher;
        scenario.workload().jobs().forEach(job -> job.input().ifPresent(path -> readers.merge(path, 1, Integer::sum)));
        scenario.workload().jobs().forEach(job -> job.after()
                .ifPresent(name -> waitingForJob.put(name, new ArrayList<>())));
        this.log = new EventLog(keptEvents);
        this.verifier = new RunVerifier(scenario.cluster(), engine);
        this.journal = new Journal(engine, log, verifier, watcher);
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
        Optional<Migrator> migrator =
                scenario.memory().prefetching().map(prefetching -> migrator(prefetching, cluster, storage));
        scenario.memory().prefetching().ifPresent(prefetching -> verifier.budget(prefetching.budget()));
        Optional<Prefetching> used = scenario.memory().prefetching();
        this.oracle = used.filter(prefetching -> prefetching.planner().equals(Prefetching.ORACLE))
                .map(prefetching -> new Oracle(storage));
        this.planned = used.filter(prefetching -> oracle.isEmpty())
                .flatMap(prefetching -> migrator.map(there -> new PlannedJobs(scenario, prefetching, cluster, there)));
        ReplicaChoice choice = new ReplicaChoice(cluster, scenario.memory().reads(), migrator);
        Computing computing = scenario.computing();
        this.world = new TaskExecution.World(
                engine,
                cluster,
                storage,
                choice,
                migrator,
                journal,
                new Processors(engine, computing, scenario.seed()),
                computing.whileReading(),
                scenario.taskEnd());
        scenario.interference().forEach(each -> disturbances.add(new Disturbance(engine, cluster, each)));
        this.scheduler =
                new Scheduler(engine, cluster, scenario.scheduling(), verifier, watcher, this::start, scenario.seed());
    }

    private Migrator migrator(Prefetching prefetching, Cluster cluster, Storage storage) {
        return prefetching.cache().isPresent()
                ? new CachingStorage(
                        engine, cluster, storage, prefetching.cache().get(), prefetching.budget(), journal)
                : new Coordinator(engine, cluster, storage, prefetching, scenario.eviction(), journal, scenario.seed());
    }

    /**
     * Runs a scenario.
     *
     * @param keptEvents how many lines of the log are kept; its digest is of all
     * @throws io.tiercel.sim.verify.BrokenInvariantException if the run does what no cluster can do
     */
    public static RunResult run(Scenario scenario, int keptEvents) {
        return run(scenario, keptEvents, RunWatcher.NONE);
    }

    /**
     * Runs a scenario.
     *
     * @param watcher told of what happens
     */
    public static RunResult run(Scenario scenario, int keptEvents, RunWatcher watcher) {
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
            disturbances.forEach(Disturbance::begin);
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
        List<Job> others = job.after().map(waitingForJob::get).orElse(null);
        if (others != null) {
            others.add(job);
        } else if (job.input().isPresent() && !isThere(job.input().get())) {
            waitingFor
                    .computeIfAbsent(job.input().get(), path -> new ArrayList<>())
                    .add(job);
        } else {
            begins(job);
        }
    }

    private void begins(Job job) {
        List<StoredBlock> input = job.input().map(this::read).orElse(List.of());
        JobRun run = new JobRun(began++, job, engine.now(), input, blocks(job.outputBytes()));
        journal.begins(run);
        long held = job.lead() + prefetch(run);
        if (held == 0) {
            submit(run);
        } else {
            engine.after(held, () -> submit(run));
        }
    }

    /** Lets the tasks of a job ask for slots, where jobs wait for their input as soon as nothing of it is on its way. */
    private void submit(JobRun run) {
        Optional<Prefetching> prefetching = scenario.memory().prefetching().filter(Prefetching::holdsJobs);
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

    /** Has the input of a job brought in as far as the planner says, and returns by how many nanoseconds it holds the first tasks back. */
    private long prefetch(JobRun run) {
        oracle.ifPresent(there -> run.prefetches(there.begins(run), 0));
        if (planned.isEmpty() || world.migrator().isEmpty() || run.input().isEmpty()) {
            return 0;
        }
        PrefetchPlan plan = planned.get().plan(run, scheduler.pendingTasks());
        List<Wanted> wanted = planned.get().wanted(run, plan);
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
        TaskExecution.begin(world, task, node, slot, scenario.taskStart(), this::ended);
    }

    private void ended(TaskExecution execution) {
        world.cluster().node(execution.node()).slots().release(execution.slot());
        journal.ends(execution);
        planned.ifPresent(plans -> plans.taskEnded(execution.nanos()));
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
        results.add(job.result(engine.now()));
        watcher.jobEnds(engine.now(), results.get(results.size() - 1));
        world.migrator().ifPresent(migrator -> migrator.release(job.job().name()));
        oracle.ifPresent(there -> there.ends(job));
        if (results.size() == scenario.workload().jobs().size()) {
            disturbances.forEach(Disturbance::end);
        }
        job.job().output().ifPresent(path -> {
            if (readers.getOrDefault(path, 0) > 0) {
                files.put(path, job.written());
            }
            List<Job> waiting = waitingFor.remove(path);
            if (waiting != null) {
                waiting.forEach(this::begins);
            }
        });
        List<Job> later = waitingForJob.remove(job.job().name());
        if (later != null) {
            later.forEach(this::arrives);
        }
    }
}

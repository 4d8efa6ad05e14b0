package io.tiercel.sim.run;

import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.cluster.Node;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.engine.EventLog;
import io.tiercel.sim.fault.FaultInjector;
import io.tiercel.sim.job.JobResult;
import io.tiercel.sim.job.JobRun;
import io.tiercel.sim.job.RunContext;
import io.tiercel.sim.job.RunJournal;
import io.tiercel.sim.job.RunListener;
import io.tiercel.sim.job.RunningTasks;
import io.tiercel.sim.job.TaskExecution;
import io.tiercel.sim.job.TaskRun;
import io.tiercel.sim.schedule.Scheduler;
import io.tiercel.sim.shared.CacheTransfers;
import io.tiercel.sim.shared.SharedStorage;
import io.tiercel.sim.storage.StoredBlock;
import io.tiercel.sim.verify.RunVerifier;
import io.tiercel.sim.workload.Job;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Takes jobs from their arrival to their end, also through failures of nodes. */
final class JobLifecycle implements TaskExecution.Ends, FaultInjector.Losses {
    private static final String NO_SLOTS = "no node with slots is left";

    private final RunSpec spec;
    private final List<RunListener> listeners;
    private final RunContext context;
    private final Engine engine;
    private final RunJournal journal;
    private final FileCatalog files;
    private final JobDependencies dependencies;
    private final List<JobResult> results = new ArrayList<>();
    private final Scheduler scheduler;
    private final Optional<InputPrefetcher> prefetcher;
    private final RunningTasks running;
    private final FaultInjector faults;
    /** Jobs that have begun and not ended, by their numbers. */
    private final SortedMap<Integer, JobRun> jobs = new TreeMap<>();

    private int begun;

    JobLifecycle(RunSpec spec, RunContext context, RunVerifier verifier, List<RunListener> listeners) {
        this.spec = spec;
        this.context = context;
        this.listeners = listeners;
        this.engine = context.engine();
        this.journal = context.journal();
        this.files = new FileCatalog(spec, context.storage());
        this.dependencies = new JobDependencies(spec.workload().jobs());
        Cluster cluster = context.cluster();
        this.scheduler = new Scheduler(context, spec.scheduling(), verifier, listeners, this::start, spec.seed());
        this.prefetcher = spec.storage().memory().prefetching().flatMap(prefetch -> context.migrations()
                .map(there -> new InputPrefetcher(spec, prefetch, context, there, scheduler::pendingTasks)));
        this.running = new RunningTasks(cluster.nodes());
        this.faults = new FaultInjector(spec.disturbances(), context, running, this);
    }

    /** Places the first files, and schedules the arrival of all jobs. */
    void begin() {
        files.placeFirstFiles();
        List<Job> all = spec.workload().jobs();
        if (!all.isEmpty()) {
            faults.begin();
        }
        all.forEach(job -> engine.at(job.arrival(), () -> arrive(job)));
    }

    RunResult result(EventLog log) {
        return new RunResult(
                results,
                engine.now(),
                engine.events(),
                scheduler.decisions(),
                spec.cluster().slots(),
                scheduler.saturated(),
                log);
    }

    /** Begins the job, or lets it wait for the job before it, or for the job that writes its input. */
    private void arrive(Job job) {
        Optional<String> why = dependencies.neverBegins(job);
        if (why.isPresent() || faults.isHopeless()) {
            refuse(job, why.orElse(NO_SLOTS));
        } else if (dependencies.waitsForJob(job)) {
            return;
        } else if (job.input().isPresent() && !files.exists(job.input().get())) {
            dependencies.waitForFile(job, job.input().get());
        } else {
            start(job);
        }
    }

    private void start(Job job) {
        List<StoredBlock> input = job.input().map(files::open).orElse(List.of());
        JobRun run = new JobRun(
                begun++,
                job,
                engine.now(),
                input,
                job.outputBlocks(spec.storage().blockBytes()));
        jobs.put(run.index(), run);
        journal.begins(run);
        shared(there -> there.begins(
                run.index(),
                rate(run),
                run.pending().stream()
                        .map(TaskRun::block)
                        .filter(Objects::nonNull)
                        .toList()));
        Runnable submit = () -> submit(run);
        prefetcher.ifPresentOrElse(there -> there.prepare(run, submit), () -> engine.later(job.lead(), submit));
    }

    private void shared(Consumer<CacheTransfers> call) {
        context.shared().flatMap(SharedStorage::transfers).ifPresent(call);
    }

    /** The I/O rate of the job's largest map: its bytes over its running time, bytes per second; no more than the link has. */
    private long rate(JobRun run) {
        long most = spec.storage().shared().orElseThrow().bytesPerSecond();
        long bytes = run.input().stream().mapToLong(StoredBlock::bytes).max().orElse(0);
        double seconds = spec.tasks().start() / (double) Engine.SECOND
                + bytes * run.job().cpuSecondsPerByte();
        return Math.max(1, (long) Math.min(most, bytes / seconds));
    }

    private void submit(JobRun run) {
        if (!run.hasFailed()) {
            scheduler.add(run);
        }
    }

    private void start(TaskRun task, int node) {
        int slot = context.cluster().node(node).slots().take();
        journal.starts(task, node, slot);
        running.add(TaskExecution.begin(context, task, node, slot, this));
    }

    @Override
    public void ended(TaskExecution execution) {
        running.remove(execution);
        context.cluster().node(execution.node()).slots().release(execution.slot());
        journal.ends(execution);
        prefetcher.ifPresent(there -> there.taskEnded(execution.nanos()));
        scheduler.ended(execution);
        JobRun job = execution.task().job();
        StoredBlock read = execution.task().block();
        if (read != null) {
            shared(there -> there.taskEnded(job.index(), read));
        }
        switch (job.taskEnded(execution.task(), execution.nanos())) {
            case GOES_ON -> {}
            case REDUCES_WAIT -> {
                journal.reducesWait(job);
                scheduler.add(job);
            }
            case HAS_ENDED -> succeed(job);
        }
        scheduler.freed(execution.node());
    }

    private void succeed(JobRun job) {
        journal.ends(job);
        close(job);
        job.job().output().ifPresent(path -> files.add(path, job.written()));
        dependencies.ended(job.job()).forEach(this::arrive);
    }

    private void close(JobRun job) {
        jobs.remove(job.index());
        scheduler.ended(job);
        prefetcher.ifPresent(there -> there.jobEnded(job));
        shared(there -> there.ended(job.index()));
        add(job.result(engine.now()));
    }

    private void add(JobResult result) {
        results.add(result);
        listeners.forEach(listener -> listener.jobEnds(engine.now(), result));
        if (results.size() == spec.workload().jobs().size()) {
            faults.end();
        }
    }

    @Override
    public void failed(TaskExecution execution, String why) {
        fail(execution.task().job(), why);
    }

    /** Fails a job and those that wait for it, and removes what it has written. */
    private void fail(JobRun job, String why) {
        if (job.hasFailed()) {
            return;
        }
        scheduler.withdraw(job);
        running.all().stream()
                .filter(execution -> execution.task().job() == job)
                .forEach(this::cancel);
        job.fail(why);
        journal.fails(job, why);
        job.written().forEach(context.storage()::discard);
        close(job);
        dependencies.failed(job.job()).forEach(this::arrive);
    }

    /** Fails a job that has not begun. */
    private void refuse(Job job, String why) {
        journal.refuses(job, why);
        add(JobResult.refused(job, engine.now(), why));
        dependencies.failed(job).forEach(this::arrive);
    }

    /** Ends a task before its time. Its slot becomes free unless its node is lost. */
    private void cancel(TaskExecution execution) {
        running.remove(execution);
        execution.cancel();
        journal.givesUp(execution);
        Node node = context.cluster().node(execution.node());
        node.slots().release(execution.slot());
        if (node.presence().isListed()) {
            scheduler.freed(node.index());
        }
    }

    /** Runs the tasks of a lost node again elsewhere, and the maps whose output there is still needed. */
    @Override
    public void missed(int node) {
        jobs.values().forEach(job -> job.nodeChanged(node));
        scheduler.missed(node);
        Map<JobRun, List<TaskRun>> lost = new HashMap<>();
        for (TaskExecution execution : running.on(node)) {
            lost.computeIfAbsent(execution.task().job(), job -> new ArrayList<>())
                    .add(execution.task());
            cancel(execution);
        }
        Map<JobRun, List<TaskExecution>> fetching = new HashMap<>();
        running.all().stream().filter(TaskExecution::isFetching).forEach(execution -> fetching.computeIfAbsent(
                        execution.task().job(), job -> new ArrayList<>())
                .add(execution));
        for (JobRun job : List.copyOf(jobs.values())) {
            List<TaskRun> tasks = lost.getOrDefault(job, List.of());
            if (!tasks.isEmpty() || job.outputs().isOn(node)) {
                rerun(job, node, tasks, fetching.getOrDefault(job, List.of()));
            }
        }
        if (faults.isHopeless()) {
            List.copyOf(jobs.values()).forEach(job -> fail(job, NO_SLOTS));
        }
    }

    private void rerun(JobRun job, int node, List<TaskRun> tasks, List<TaskExecution> fetching) {
        scheduler.withdraw(job);
        JobRun.Loss loss =
                job.lose(node, tasks, fetching.stream().map(TaskExecution::task).toList());
        if (loss.reducesWait()) {
            fetching.forEach(this::cancel);
        }
        loss.maps().stream().forEach(map -> journal.runsAgain(job, map));
        if (job.waiting() > 0) {
            scheduler.add(job);
        }
    }

    @Override
    public void returned(int node) {
        jobs.values().forEach(job -> job.nodeChanged(node));
        scheduler.returned(node);
    }

    /** Jobs that wait for other jobs, or for files that these write. */
    private static final class JobDependencies {
        private final Map<String, List<Job>> waitingForFile = new HashMap<>();
        /** By names of jobs that have not ended. */
        private final Map<String, List<Job>> waitingForJob = new HashMap<>();

        private final Set<String> failedJobs = new HashSet<>();
        /** Files that failed jobs were to write. */
        private final Set<String> failedFiles = new HashSet<>();

        public JobDependencies(List<Job> jobs) {
            jobs.forEach(job -> job.after().ifPresent(name -> waitingForJob.put(name, new ArrayList<>())));
        }

        /** Adds a job to those that wait for its predecessor; false if that has ended. */
        public boolean waitsForJob(Job job) {
            List<Job> others = job.after().map(waitingForJob::get).orElse(null);
            return others != null && others.add(job);
        }

        public void waitForFile(Job job, String path) {
            waitingForFile.computeIfAbsent(path, any -> new ArrayList<>()).add(job);
        }

        /** Why a job will never begin; empty if it can, or will. */
        public Optional<String> neverBegins(Job job) {
            if (job.after().filter(failedJobs::contains).isPresent()) {
                return job.after().map(name -> "job " + name + ", after which it comes, has failed");
            }
            return job.input()
                    .filter(failedFiles::contains)
                    .map(path -> "its input " + path + " was not written, since a job has failed");
        }

        /** Removes and returns the jobs that waited for one that has ended. */
        public List<Job> ended(Job job) {
            List<Job> waiting = new ArrayList<>();
            job.output().map(waitingForFile::remove).ifPresent(waiting::addAll);
            Optional.ofNullable(waitingForJob.remove(job.name())).ifPresent(waiting::addAll);
            return waiting;
        }

        /** The same for a job that has failed. The waiting ones will fail too. */
        public List<Job> failed(Job job) {
            failedJobs.add(job.name());
            job.output().ifPresent(failedFiles::add);
            return ended(job);
        }
    }
}

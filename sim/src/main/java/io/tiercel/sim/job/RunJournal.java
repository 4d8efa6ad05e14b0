package io.tiercel.sim.job;

import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.engine.EventLog;
import io.tiercel.sim.migrate.MigrationService.MigrationListener;
import io.tiercel.sim.storage.StoredBlock;
import io.tiercel.sim.verify.RunVerifier;
import io.tiercel.sim.workload.Job;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Logs all events of a run, and informs its verifier and its listeners. */
public final class RunJournal implements MigrationListener {
    private final Engine engine;
    private final EventLog log;
    private final RunVerifier verifier;
    private final List<RunListener> listeners;
    private final Set<Way> underWay = new HashSet<>();

    /** A block on its way into a node's memory. */
    private record Way(int node, long block) {}

    public RunJournal(Engine engine, EventLog log, RunVerifier verifier, List<RunListener> listeners) {
        this.listeners = listeners;
        this.engine = engine;
        this.log = log;
        this.verifier = verifier;
    }

    public void begins(JobRun job) {
        verifier.jobBegan(job.index(), job.maps(), job.reduces());
        listeners.forEach(listener -> listener.jobBegins(engine.now(), job));
        log.add(engine.now(), "job-begins", job.job().name(), job.maps() + job.reduces());
    }

    public void ends(JobRun job) {
        log.add(engine.now(), "job-ends", job.job().name());
    }

    public void fails(JobRun job, String why) {
        verifier.jobFailed(job.index());
        log.add(engine.now(), "job-fails", job.job().name(), why);
    }

    public void refuses(Job job, String why) {
        verifier.jobRefused();
        log.add(engine.now(), "job-refused", job.name(), why);
    }

    public void nodeFails(int node) {
        verifier.nodeFailed(node);
        listeners.forEach(listener -> listener.nodeFails(engine.now(), node));
        log.add(engine.now(), "node-fails", node);
    }

    public void nodeIsMissed(int node) {
        verifier.nodeMissed(node);
        log.add(engine.now(), "node-missed", node);
    }

    public void nodeReturns(int node) {
        verifier.nodeReturned(node);
        listeners.forEach(listener -> listener.nodeReturns(engine.now(), node));
        log.add(engine.now(), "node-returns", node);
    }

    /** @param what the slow devices with their factors */
    public void nodeSlows(int node, String what) {
        log.add(engine.now(), "node-slows", node, what);
    }

    public void givesUp(TaskExecution execution) {
        TaskRun task = execution.task();
        verifier.taskLost(task.job().index(), task.index(), execution.node(), execution.slot());
        givesSlotBack("task-lost", execution);
    }

    public void runsAgain(JobRun job, int map) {
        verifier.outputLost(job.index(), map);
        log.add(engine.now(), "output-lost", job.job().name(), map);
    }

    public void starts(TaskRun task, int node, int slot) {
        verifier.taskStarted(task.job().index(), task.index(), node, slot);
        listeners.forEach(listener -> listener.taskStarts(engine.now(), node));
        log.add(engine.now(), "task-starts", task.job().job().name(), task.index(), node, slot);
    }

    public void reducesWait(JobRun job) {
        log.add(engine.now(), "reduces-wait", job.job().name(), job.reduces());
    }

    @Override
    public void begins(int node, StoredBlock block) {
        verifier.pinned(node, block.bytes());
        underWay.add(new Way(node, block.id()));
        listeners.forEach(listener -> listener.migrationBegins(engine.now(), node));
        log.add(engine.now(), "migration-begins", block.id(), node);
    }

    @Override
    public void ends(int node, StoredBlock block) {
        wayEnds(node, block);
        log.add(engine.now(), "migration-ends", block.id(), node);
    }

    @Override
    public void letsGo(int node, StoredBlock block) {
        verifier.unpinned(node, block.bytes());
        wayEnds(node, block);
        log.add(engine.now(), "lets-go", block.id(), node);
    }

    private void wayEnds(int node, StoredBlock block) {
        if (underWay.remove(new Way(node, block.id()))) {
            listeners.forEach(listener -> listener.migrationEnds(engine.now(), node));
        }
    }

    void reads(TaskRun task, int node, Locality locality, int from) {
        verifier.read(from);
        reads(task, node, locality);
    }

    void reads(TaskRun task, int node, Locality locality) {
        log.add(engine.now(), "task-reads", task.job().job().name(), task.index(), node, locality);
    }

    public void ends(TaskExecution execution) {
        TaskRun task = execution.task();
        verifier.taskEnded(task.job().index(), task.index(), execution.node(), execution.slot());
        givesSlotBack("task-ends", execution);
    }

    private void givesSlotBack(String kind, TaskExecution execution) {
        TaskRun task = execution.task();
        listeners.forEach(listener -> listener.taskEnds(engine.now(), execution.node()));
        log.add(engine.now(), kind, task.job().job().name(), task.index(), execution.node(), execution.slot());
    }
}

package io.tiercel.containers;

import io.tiercel.client.PreferenceSession;
import io.tiercel.hdfs.locate.FileRange;
import io.tiercel.hdfs.locate.LocationRequest;
import io.tiercel.model.Block;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides which tasks of one stage of a job get which containers: the maps of a MapReduce job, or a vertex of Tez. Tasks have numbers in
 * the stage. Called by one thread at a time.
 */
public final class StageScheduler {
    private static final Logger LOG = LoggerFactory.getLogger(StageScheduler.class);

    private final ContainerScheduler job;
    private final int stage;
    private final int firstTask;
    private final TaskInput input;

    /** Null under a policy that plans no stages. */
    private final @Nullable StageReads reads;

    /** Completes with the last request for locations; waits for what is being read. */
    private volatile CompletableFuture<LocationRequest> located = new CompletableFuture<>();

    /** Whether some task's files are known and not yet requested. */
    private volatile boolean hasNewFiles;

    private final Set<Integer> requested = new HashSet<>();
    private final StagePreferences preferences;

    StageScheduler(ContainerScheduler job, int stage, int firstTask) {
        this.job = job;
        this.stage = stage;
        this.firstTask = firstTask;
        this.input = new TaskInput(job.locator().hosts(), job.settings().costs(), job.residency());
        this.preferences =
                new StagePreferences(job.locator().hosts(), job.settings().costs(), System::nanoTime);
        JobPlans plans = job.plans();
        this.reads = plans == null ? null : plans.stage(input);
    }

    /** Begins to find out what tasks of the stage read. May be called again for further tasks. */
    public void read(InputReader reader) {
        read(reader, Duration.ZERO);
    }

    /** The same after a while, so that more tasks can be read together. */
    public void read(InputReader reader, Duration delay) {
        CompletableFuture<LocationRequest> reading = new CompletableFuture<>();
        located = reading;
        job.background().runAfter(delay.toNanos(), () -> read(reader, reading));
    }

    private void read(InputReader reader, CompletableFuture<LocationRequest> reading) {
        try {
            job.user().doAs((PrivilegedExceptionAction<Void>) () -> {
                add(reader.read(), reading);
                return null;
            });
        } catch (Exception | Error e) {
            if (e instanceof InterruptedException) {
                return; // The job is over.
            }
            reading.completeExceptionally(e);
            LOG.warn("Tiercel: the splits cannot be read, so tasks are placed by hosts alone: {}", e.toString());
        }
    }

    private void add(SortedMap<Integer, List<FileRange>> files, CompletableFuture<LocationRequest> reading) {
        LocationRequest request = job.locator()
                .request(files.values().stream().flatMap(List::stream).toList());
        input.add(files, request);
        hasNewFiles = true;
        reading.complete(request);
        job.connection().thenAccept(connected -> request.whenDone(() -> watch(files.keySet(), connected)));
    }

    private void watch(Set<Integer> tasks, JobMemory connected) {
        Map<Integer, List<Block>> blocks = new HashMap<>();
        tasks.forEach(task -> blocks.put(firstTask + task, input.blocks(task)));
        connected.watch(blocks);
    }

    /** Whether it is known which files a task reads. */
    public boolean knowsInput(int task) {
        return !input.files(task).isEmpty();
    }

    /**
     * Decides for free containers. Containers without a task are the engine's to assign.
     *
     * @param containers the host of each, all alike
     * @param waiting all tasks of the stage that wait for such a container
     * @param most how many tasks may get one
     */
    public List<Placement> round(List<String> containers, List<WaitingTask> waiting, int most) {
        return round(containers, waiting, most, any -> true);
    }

    /**
     * The same; carries out accepted placements only.
     *
     * @param accepted whether a placement is
     */
    public List<Placement> round(
            List<String> containers, List<WaitingTask> waiting, int most, Predicate<Placement> accepted) {
        prefetch(waiting);
        if (containers.isEmpty() || waiting.isEmpty() || most <= 0) {
            return List.of();
        }
        awaitLocations();
        long deadline = System.nanoTime() + ContainerScheduler.ROUND_NANOS;
        Optional<ContainerRounds.Round> round =
                job.rounds().decide(input, reads, containers, waiting, most, () -> System.nanoTime() - deadline > 0);
        if (round.isEmpty()) {
            job.spent();
            return List.of();
        }
        List<Placement> placements =
                round.get().placements().stream().filter(accepted).toList();
        if (reads != null) {
            carriedOut(reads, containers, waiting, placements);
        }
        if (!placements.isEmpty()) {
            job.decided(stage, round.get(), placements, waiting);
            job.begun(placements.stream()
                    .map(each -> firstTask + waiting.get(each.waiting()).task())
                    .toList());
        }
        return placements;
    }

    private void carriedOut(
            StageReads plan, List<String> containers, List<WaitingTask> waiting, List<Placement> placements) {
        Map<Integer, Integer> nodes = new HashMap<>();
        placements.forEach(each -> nodes.put(
                waiting.get(each.waiting()).task(), job.locator().hosts().node(containers.get(each.container()))));
        plan.carriedOut(nodes);
        recordPlan(plan);
    }

    private void recordPlan(StageReads plan) {
        plan.takePlanIfNew().ifPresent(made -> job.planned(stage, made, plan));
    }

    /** Whether the next round requests input of the tasks that wait, also if there is no container for them. */
    public boolean hasUnrequestedInput() {
        ContainerSettings.Memory asked = job.settings().memory();
        return hasNewFiles && asked != null && asked.prefetches() && job.memory() != null;
    }

    /** Requests the input of the tasks that wait first: of all that an earlier attempt of the job has not run. */
    private void prefetch(List<WaitingTask> waiting) {
        JobMemory connected = job.memory();
        if (!hasUnrequestedInput() || waiting.isEmpty() || connected == null) {
            return;
        }
        hasNewFiles = false;
        connected.prefetch(waiting.stream()
                .map(WaitingTask::task)
                .filter(task -> knowsInput(task) && requested.add(task))
                .flatMap(task -> input.files(task).stream())
                .toList());
        // Tasks begin to wait one after the other; those that an earlier attempt has run never do.
        if (requested.size() < input.readers()) {
            hasNewFiles = true;
        }
    }

    /** Whether {@link #statePreferences} is to be called before the next heartbeat. */
    public boolean prefersContainers() {
        ContainerSettings.Memory asked = job.settings().memory();
        return asked != null && asked.prefers();
    }

    /**
     * The next heartbeat asks for containers for these tasks, and for no other ones of their priority.
     *
     * @param priority of their requests, as YARN has it
     */
    public void statePreferences(int priority, List<WaitingTask> waiting) {
        if (waiting.isEmpty() && preferences.isEmpty()) {
            return;
        }
        awaitLocations();
        PreferenceSession session = job.preferences();
        if (session != null) {
            preferences
                    .changed(priority, waiting, input, reads)
                    .map(session::prefer)
                    .ifPresent(this::awaitKnown);
            if (reads != null) {
                recordPlan(reads);
            }
        }
    }

    /** Waits until a ResourceManager knows the preferences, as long as the job's budget lasts. */
    private void awaitKnown(CompletableFuture<Boolean> isKnown) {
        if (job.budgetNanos() <= 0) {
            return;
        }
        long start = System.nanoTime();
        try {
            isKnown.get(job.budgetNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // The request goes out without them.
        }
        job.waited(System.nanoTime() - start);
    }

    /** Waits until it is known what tasks read, for locations, and then for what is in memory, as long as the job's budget lasts. */
    public void awaitLocations() {
        if (job.budgetNanos() <= 0) {
            return;
        }
        long start = System.nanoTime();
        try {
            LocationRequest asked = located.get(job.budgetNanos(), TimeUnit.NANOSECONDS);
            if (asked.await(left(start)) && job.settings().memory() != null) {
                job.connection()
                        .get(left(start).toNanos(), TimeUnit.NANOSECONDS)
                        .awaitAnswer(left(start));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // Tasks go on without it.
        }
        job.waited(System.nanoTime() - start);
    }

    private Duration left(long start) {
        return Duration.ofNanos(Math.max(0, job.budgetNanos() - (System.nanoTime() - start)));
    }

    /** Attempts of tasks have ended, by the tasks' numbers, and no other attempt of them runs. They load no device any more. */
    public void stopped(Collection<Integer> tasks) {
        if (reads != null) {
            reads.stopped(tasks);
        }
    }

    /** Tasks have succeeded, by their numbers. */
    public void finished(Collection<Integer> tasks) {
        if (reads != null) {
            reads.finished(tasks);
        }
        job.finished(tasks.stream().map(task -> firstTask + task).toList());
    }
}

package io.tiercel.containers;

import io.tiercel.client.PreferenceSession;
import io.tiercel.hdfs.locate.FileRange;
import io.tiercel.hdfs.locate.LocationRequest;
import io.tiercel.model.Block;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
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
    private final CountDownLatch inputRead = new CountDownLatch(1);
    private final TaskInput unread;

    /** Null until it is read what tasks read. */
    private volatile @Nullable TaskInput input;

    private volatile @Nullable LocationRequest locations;

    private final StagePreferences preferences = new StagePreferences();
    private boolean prefetched;

    StageScheduler(ContainerScheduler job, int stage, int firstTask) {
        this.job = job;
        this.stage = stage;
        this.firstTask = firstTask;
        this.unread = input(List.of(), job.locator().request(List.of()));
    }

    private TaskInput input(List<List<FileRange>> files, LocationRequest request) {
        return new TaskInput(
                files, request, job.locator().hosts(), job.settings().costs(), job.residency());
    }

    void read(InputReader reader) {
        try {
            job.user().doAs((PrivilegedExceptionAction<Void>) () -> {
                located(reader.read());
                return null;
            });
        } catch (Exception | Error e) {
            if (e instanceof InterruptedException) {
                return; // The job is over.
            }
            LOG.warn("Tiercel: the splits cannot be read, so tasks are placed by hosts alone: {}", e.toString());
        } finally {
            inputRead.countDown();
        }
    }

    private void located(List<List<FileRange>> files) {
        LocationRequest request =
                job.locator().request(files.stream().flatMap(List::stream).toList());
        TaskInput known = input(files, request);
        locations = request;
        input = known;
        inputRead.countDown();
        job.connection().thenAccept(connected -> request.whenDone(() -> watch(known, connected)));
    }

    private void watch(TaskInput known, JobMemory connected) {
        Map<Integer, List<Block>> blocks = new HashMap<>();
        IntStream.range(0, known.tasks()).forEach(task -> blocks.put(firstTask + task, known.blocks(task)));
        connected.watch(blocks);
    }

    /**
     * Decides for free containers. Containers without a task are the engine's to assign.
     *
     * @param containers the host of each, all alike
     * @param waiting all tasks of the stage that wait for such a container
     * @param most how many tasks may get one
     */
    public List<Placement> round(List<String> containers, List<WaitingTask> waiting, int most) {
        prefetch(waiting);
        if (containers.isEmpty() || waiting.isEmpty() || most <= 0) {
            return List.of();
        }
        awaitLocations();
        TaskInput read = input;
        long deadline = System.nanoTime() + ContainerScheduler.ROUND_NANOS;
        Optional<ContainerRounds.Round> round = job.rounds()
                .decide(
                        read == null ? unread : read,
                        containers,
                        waiting,
                        most,
                        () -> System.nanoTime() - deadline > 0);
        if (round.isEmpty()) {
            job.spent();
            return List.of();
        }
        List<Placement> placements = round.get().placements();
        job.decided(stage, round.get(), waiting);
        job.begun(placements.stream()
                .map(each -> firstTask + waiting.get(each.waiting()).task())
                .toList());
        return placements;
    }

    /** Whether the next round asks for the tasks that wait even if there is no container for them. */
    public boolean asksForWaiting() {
        ContainerSettings.Memory asked = job.settings().memory();
        return !prefetched && asked != null && asked.prefetches() && job.memory() != null && input != null;
    }

    /** Requests the input of the tasks that wait first: of all that an earlier attempt of the job has not run. */
    private void prefetch(List<WaitingTask> waiting) {
        JobMemory connected = job.memory();
        TaskInput known = input;
        if (!asksForWaiting() || waiting.isEmpty() || connected == null || known == null) {
            return;
        }
        prefetched = true;
        connected.prefetch(waiting.stream()
                .flatMap(each -> known.files(each.task()).stream())
                .toList());
    }

    /** Whether {@link #asking} is to be called before the next heartbeat. */
    public boolean wantsAsks() {
        ContainerSettings.Memory asked = job.settings().memory();
        return asked != null && asked.prefers();
    }

    /**
     * The next heartbeat asks for containers for these tasks, and for no other ones of their priority.
     *
     * @param priority of their requests, as YARN has it
     */
    public void asking(int priority, List<WaitingTask> waiting) {
        if (waiting.isEmpty() && preferences.areEmpty()) {
            return;
        }
        awaitLocations();
        PreferenceSession session = job.preferences();
        if (session != null) {
            TaskInput read = input;
            awaitKnown(preferences.say(session, priority, waiting, read == null ? unread : read, job));
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

    /** Waits for locations, and then for what is in memory, as long as the job's budget lasts. */
    private void awaitLocations() {
        if (job.budgetNanos() <= 0) {
            return;
        }
        long start = System.nanoTime();
        try {
            boolean isRead = inputRead.await(job.budgetNanos(), TimeUnit.NANOSECONDS);
            LocationRequest asked = locations;
            boolean isLocated = isRead && asked != null && asked.await(left(start));
            if (isLocated && job.settings().memory() != null) {
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

    /** Tasks have succeeded, by their numbers. */
    public void finished(Collection<Integer> tasks) {
        job.finished(tasks.stream().map(task -> firstTask + task).toList());
    }
}

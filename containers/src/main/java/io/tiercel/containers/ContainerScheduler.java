package io.tiercel.containers;

import io.tiercel.client.ClientSettings;
import io.tiercel.client.PreferenceSession;
import io.tiercel.containers.TaskInput.ResidencySource;
import io.tiercel.hdfs.BackgroundExecutor;
import io.tiercel.hdfs.BackgroundExecutor.DaemonPool;
import io.tiercel.hdfs.locate.BlockLocator;
import io.tiercel.hdfs.memory.DeviceCurves;
import io.tiercel.model.Block;
import io.tiercel.model.Replica;
import io.tiercel.model.Residency;
import io.tiercel.plan.dispatch.Dispatch;
import io.tiercel.plan.dispatch.ReadPlan;
import io.tiercel.record.ReadPlace;
import io.tiercel.security.HadoopSecurity;
import java.io.IOException;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tiercel's part of one job in its application master: what its stages share. Stages are called by one thread at a time. Nothing waits for
 * a file system or the coordinator, except the job's first rounds within the time budget.
 */
public final class ContainerScheduler implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ContainerScheduler.class);

    /** Longest time to decide a round. */
    static final long ROUND_NANOS = 500_000_000;

    /** How many rounds without a decision cost one line in the log. */
    private static final int MANY_SPENT = 3;

    /**
     * A job, as its master knows it.
     *
     * @param job its name at the coordinator, unless another is configured
     * @param application whose containers the job runs in
     * @param records names the file of its records
     */
    public record JobAttempt(String job, ApplicationAttemptId application, String records, Configuration conf) {}

    private final ContainerSettings settings;
    private final UserGroupInformation user;
    private final BlockLocator locator;
    private final BackgroundExecutor background = new DaemonPool("tiercel-input", 2);
    private final ContainerRounds rounds;

    /** Null under a policy that plans no stages. */
    private final @Nullable JobPlans plans;

    private final @Nullable DecisionLog records;
    private final Map<ReadPlace, Integer> assigned = new EnumMap<>(ReadPlace.class);
    private final ResidencySource residency = new ResidencyIfConnected();

    /** Completes with {@link #memory}; never without a coordinator. */
    private final CompletableFuture<JobMemory> connection = new CompletableFuture<>();

    /** Null without a coordinator, and before there is a client of it. */
    private volatile @Nullable JobMemory memory;

    /** Guarded by this. A connection that is made after it is closed at once. */
    private boolean closed;

    /** Null if the job says nothing of containers, and before there is a client of the coordinator. */
    private volatile @Nullable PreferenceSession preferences;

    private long budgetNanos;
    private long waitedNanos;
    private int spentRounds;

    /**
     * Begins to connect to the coordinator, if there is one.
     *
     * @param user for whom files are read and written
     * @param locator with the hosts of the cluster; stays open at the end
     */
    public ContainerScheduler(
            ContainerSettings settings, JobAttempt attempt, UserGroupInformation user, BlockLocator locator) {
        this.settings = settings;
        this.user = user;
        this.locator = locator;
        this.rounds = new ContainerRounds(settings.policy(), locator.hosts());
        this.plans = settings.policy().plansStages()
                ? new JobPlans(locator.hosts(), this::curves, background::run, System::nanoTime)
                : null;
        this.budgetNanos = settings.locateBudget().toNanos();
        this.records = settings.recordDir() == null
                ? null
                : new DecisionLog(
                        settings.recordDir(),
                        attempt.conf(),
                        user,
                        attempt.records(),
                        settings.policy().name(),
                        settings.costs());
        ContainerSettings.Memory reached = settings.memory();
        if (reached != null) {
            background.run(() -> connect(reached, attempt));
        }
        background.run(() -> rounds.warmUp(settings.costs()));
    }

    private void connect(ContainerSettings.Memory reached, JobAttempt attempt) {
        try {
            ClientSettings client = ClientSettings.of(
                    HadoopSecurity.coordinators(attempt.conf(), reached.coordinator()),
                    HadoopSecurity.ofUser(attempt.conf(), user));
            String name = reached.job();
            JobMemory connected = new JobMemory(client, name == null ? attempt.job() : name, locator.hosts());
            if (reached.prefers()) {
                ApplicationAttemptId id = attempt.application();
                preferences = connected.preferences(id.getApplicationId().toString(), id.getAttemptId());
            }
            boolean isLate;
            synchronized (this) {
                memory = connected;
                isLate = closed;
            }
            if (isLate) {
                connected.close();
            } else if (plans != null) {
                plans.measureDevices();
            }
            connection.complete(connected);
        } catch (IOException e) {
            LOG.error("Tiercel: tasks are placed without regard to what is in memory: {}", e.getMessage());
            connection.completeExceptionally(e);
        } catch (RuntimeException | Error e) {
            LOG.warn("Tiercel: tasks are placed without regard to what is in memory, because of {}", e.toString());
            connection.completeExceptionally(e);
        }
    }

    /**
     * One stage of the job.
     *
     * @param stage its number, for records
     * @param firstTask the number in the job of its first task; no two stages have tasks with the same numbers
     */
    public StageScheduler stage(int stage, int firstTask) {
        return new StageScheduler(this, stage, firstTask);
    }

    private final class ResidencyIfConnected implements ResidencySource {
        @Override
        public Residency of(Block block, Replica replica) {
            JobMemory connected = memory;
            return connected == null ? replica.residency() : connected.of(block, replica);
        }

        @Override
        public long generation() {
            JobMemory connected = memory;
            return connected == null ? 0 : 1 + connected.generation();
        }
    }

    BackgroundExecutor background() {
        return background;
    }

    UserGroupInformation user() {
        return user;
    }

    BlockLocator locator() {
        return locator;
    }

    ContainerSettings settings() {
        return settings;
    }

    ContainerRounds rounds() {
        return rounds;
    }

    ResidencySource residency() {
        return residency;
    }

    CompletableFuture<JobMemory> connection() {
        return connection;
    }

    /** Null under a policy that plans no stages. */
    @Nullable
    JobPlans plans() {
        return plans;
    }

    private CompletableFuture<Optional<DeviceCurves>> curves() {
        JobMemory connected = memory;
        return connected == null ? CompletableFuture.completedFuture(Optional.empty()) : connected.curves();
    }

    /** Null without a coordinator, and before there is a client of it. */
    @Nullable
    JobMemory memory() {
        return memory;
    }

    /** Null if the job says nothing of containers, and before there is a client of the coordinator. */
    @Nullable
    PreferenceSession preferences() {
        return preferences;
    }

    /** The rest of the job's time budget for waiting. */
    long budgetNanos() {
        return budgetNanos;
    }

    void waited(long nanos) {
        budgetNanos -= nanos;
        waitedNanos += nanos;
    }

    /** A round was not decided in time. */
    void spent() {
        spentRounds++;
        if (spentRounds == MANY_SPENT) {
            LOG.warn(
                    "Tiercel: {} rounds were not decided within {} ms each; the stock code assigns the containers of such rounds",
                    MANY_SPENT,
                    TimeUnit.NANOSECONDS.toMillis(ROUND_NANOS));
        }
    }

    /** A round was decided. @param placements those that are carried out */
    void decided(int stage, ContainerRounds.Round round, List<Placement> placements, List<WaitingTask> waiting) {
        placements.forEach(each -> assigned.merge(each.reads(), 1, Integer::sum));
        if (records == null) {
            return;
        }
        long now = System.currentTimeMillis();
        Set<Integer> placed = placements.stream()
                .map(each -> waiting.get(each.waiting()).task())
                .collect(Collectors.toSet());
        List<Dispatch.Start> starts = round.starts().stream()
                .filter(start -> placed.contains(start.task()))
                .toList();
        if (!starts.isEmpty()) {
            records.started(stage, starts, locator.hosts()::name, now);
        }
        ContainerRounds.Match match = round.match();
        if (match != null && placements.size() > starts.size()) {
            records.decided(stage, match.decided(), match.tasks(), locator.hosts()::name, now);
        }
    }

    /** A stage's reads were planned. */
    void planned(int stage, ReadPlan plan, StageReads reads) {
        if (records != null) {
            records.planned(stage, plan, reads.deviceNames(), locator.hosts()::name, System.currentTimeMillis());
        }
    }

    /** Tasks have got containers, by their numbers in the job. */
    void begun(Collection<Integer> tasks) {
        JobMemory connected = memory;
        if (connected != null && !tasks.isEmpty()) {
            connected.begun(tasks);
        }
    }

    /** Tasks have read their input, by their numbers in the job. */
    void finished(Collection<Integer> tasks) {
        JobMemory connected = memory;
        if (connected != null && !tasks.isEmpty()) {
            connected.finished(tasks);
        }
    }

    /** Ends what runs in the background, and gives back what the job refers to. Has no effect the second time. */
    @Override
    public void close() {
        JobMemory connected;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            connected = memory;
        }
        background.close();
        if (!assigned.isEmpty()) {
            LOG.info(
                    "Tiercel: tasks assigned by {}, by what they read: {}; the first containers waited {} ms before",
                    settings.policy().name(),
                    assigned,
                    TimeUnit.NANOSECONDS.toMillis(waitedNanos));
        }
        if (connected != null) {
            connected.close();
        }
        if (records != null) {
            records.close();
        }
    }
}

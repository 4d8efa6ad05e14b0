package io.tiercel.mapreduce;

import io.tiercel.client.ClientSettings;
import io.tiercel.client.PreferenceSession;
import io.tiercel.hdfs.BackgroundExecutor;
import io.tiercel.hdfs.BackgroundExecutor.DaemonPool;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.hdfs.locate.BlockLocator;
import io.tiercel.hdfs.locate.FileRange;
import io.tiercel.hdfs.locate.LocationRequest;
import io.tiercel.hdfs.locate.LocatorSettings;
import io.tiercel.mapreduce.JobInput.ResidencySource;
import io.tiercel.model.Block;
import io.tiercel.model.Replica;
import io.tiercel.model.Residency;
import io.tiercel.protocol.AskPreferences;
import io.tiercel.record.ReadPlace;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
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
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.v2.util.MRApps;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.util.RackResolver;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tiercel's part of one attempt of a job's master: finds out in the background what maps read and where it lies, and decides which map gets
 * which container. Nothing of it waits for a file system or the coordinator, except a job's first rounds within the time budget.
 */
public final class MapScheduler implements MapPlanner {
    private static final Logger LOG = LoggerFactory.getLogger(MapScheduler.class);

    /** Longest time to decide a round. */
    private static final long ROUND_NANOS = 500_000_000;

    /** Least time between two changes of the preferences. */
    private static final long CHANGE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** How many rounds without a decision cost one line in the log. */
    private static final int MANY_SPENT = 3;

    /** A job, as the master knows it. */
    public record JobAttempt(JobID job, String attempt, Configuration conf) {}

    private final MapReduceSettings settings;
    private final JobAttempt attempt;
    private final UserGroupInformation user;
    private final HostRegistry hosts;
    private final BlockLocator locator;
    private final BackgroundExecutor background = new DaemonPool("tiercel-input", 2);
    private final MapRounds rounds;
    private final @Nullable DecisionLog records;
    private final CountDownLatch splitsRead = new CountDownLatch(1);
    private final Map<ReadPlace, Integer> assigned = new EnumMap<>(ReadPlace.class);

    /** Null until the splits are read. */
    private volatile @Nullable JobInput input;

    private volatile @Nullable LocationRequest locations;

    /** Null without a coordinator, and before there is a client of it. */
    private volatile @Nullable JobMemory memory;

    /** Null if the job says nothing of containers, and before there is a client of the coordinator. */
    private volatile @Nullable PreferenceSession preferences;

    /** Completes with {@link #memory}; never without a coordinator. */
    private final CompletableFuture<JobMemory> connection = new CompletableFuture<>();

    private final ResidencySource residency = new ResidencyIfConnected();
    private final JobInput unread;
    private long budgetNanos;
    private int spentRounds;
    private boolean prefetched;

    /** What preferences were made of, and when. */
    private List<WaitingMap> preferred = List.of();

    private long preferredGeneration = -1;
    private long preferredAt;

    private MapScheduler(MapReduceSettings settings, JobAttempt attempt, UserGroupInformation user) {
        this.settings = settings;
        this.attempt = attempt;
        this.user = user;
        this.hosts = new HostRegistry(
                host -> Optional.ofNullable(RackResolver.resolve(host).getNetworkLocation()));
        this.locator = new BlockLocator(attempt.conf(), hosts, LocatorSettings.DEFAULT);
        this.rounds = new MapRounds(settings.policy(), hosts);
        this.unread = new JobInput(List.of(), locator.request(List.of()), hosts, settings.costs(), residency);
        this.budgetNanos = settings.locateBudget().toNanos();
        this.records = settings.recordDir() == null
                ? null
                : new DecisionLog(
                        settings.recordDir(),
                        attempt.conf(),
                        user,
                        attempt.attempt(),
                        settings.policy().name(),
                        settings.costs());
    }

    /** Begins to read the splits of a job, as the user of the calling thread. */
    public static MapScheduler start(MapReduceSettings settings, JobAttempt attempt) throws IOException {
        MapScheduler scheduler = new MapScheduler(settings, attempt, UserGroupInformation.getCurrentUser());
        scheduler.background.run(scheduler::readInput);
        if (settings.memory() != null) {
            scheduler.background.run(() -> scheduler.connect(settings.memory()));
        }
        return scheduler;
    }

    private void readInput() {
        try {
            user.doAs((PrivilegedExceptionAction<Void>) () -> {
                Path staging = MRApps.getStagingAreaDir(attempt.conf(), user.getShortUserName());
                Path directory = new Path(staging, attempt.job().toString());
                located(new SplitReader(attempt.conf()).read(attempt.job(), directory));
                return null;
            });
        } catch (Exception | Error e) {
            if (e instanceof InterruptedException) {
                return; // The job is over.
            }
            LOG.warn("Tiercel: the job's splits cannot be read, so maps are placed by hosts alone: {}", e.toString());
        } finally {
            splitsRead.countDown();
        }
    }

    private void located(List<List<FileRange>> files) {
        LocationRequest request =
                locator.request(files.stream().flatMap(List::stream).toList());
        JobInput known = new JobInput(files, request, hosts, settings.costs(), residency);
        locations = request;
        input = known;
        splitsRead.countDown();
        connection.thenAccept(connected -> request.whenDone(() -> watch(known, connected)));
    }

    private void connect(MapReduceSettings.Memory reached) {
        try {
            ClientSettings client = ClientSettings.parse(reached.coordinator(), user.getShortUserName());
            String job = reached.job();
            JobMemory connected =
                    new JobMemory(client, job == null ? attempt.job().toString() : job, hosts);
            if (reached.prefers()) {
                ApplicationAttemptId id = ApplicationAttemptId.fromString(attempt.attempt());
                preferences = connected.preferences(id.getApplicationId().toString(), id.getAttemptId());
            }
            memory = connected;
            connection.complete(connected);
        } catch (RuntimeException | Error e) {
            LOG.warn("Tiercel: maps are placed without regard to what is in memory, because of {}", e.toString());
            connection.completeExceptionally(e);
        }
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

    private static void watch(JobInput known, JobMemory connected) {
        Map<Integer, List<Block>> blocks = new HashMap<>();
        IntStream.range(0, known.maps()).forEach(map -> blocks.put(map, known.blocks(map)));
        connected.watch(blocks);
    }

    @Override
    public boolean wantsAsks() {
        MapReduceSettings.Memory asked = settings.memory();
        return asked != null && asked.prefers();
    }

    @Override
    public void asking(int priority, List<WaitingMap> waiting) {
        if (waiting.isEmpty() && preferred.isEmpty()) {
            return;
        }
        awaitLocations();
        PreferenceSession said = preferences;
        JobInput read = input;
        JobInput known = read == null ? unread : read;
        long generation = known.generation();
        boolean isFirst = preferredGeneration < 0;
        boolean hasChanged = generation != preferredGeneration || !waiting.equals(preferred);
        if (said == null || !hasChanged || !isFirst && System.nanoTime() - preferredAt < CHANGE_NANOS) {
            return;
        }
        known.price(waiting, () -> false).ifPresent(prices -> {
            AskPreferences ask = PlaceCosts.of(priority, waiting, prices.lists(), hosts::node);
            preferred = waiting;
            preferredGeneration = generation;
            preferredAt = System.nanoTime();
            awaitKnown(said.prefer(ask.getPlacesCount() == 0 ? List.of() : List.of(ask)));
        });
    }

    /** Waits until a ResourceManager knows the preferences, as long as the job's budget lasts. */
    private void awaitKnown(CompletableFuture<Boolean> isKnown) {
        if (budgetNanos <= 0) {
            return;
        }
        long start = System.nanoTime();
        try {
            isKnown.get(budgetNanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // The request goes out without them.
        }
        budgetNanos -= System.nanoTime() - start;
    }

    @Override
    public List<Placement> round(List<String> containers, List<WaitingMap> waiting, int most) {
        prefetch(waiting);
        if (containers.isEmpty() || waiting.isEmpty() || most <= 0) {
            return List.of();
        }
        awaitLocations();
        JobInput read = input;
        JobInput known = read == null ? unread : read;
        long deadline = System.nanoTime() + ROUND_NANOS;
        Optional<MapRounds.Round> round =
                rounds.decide(known, containers, waiting, most, () -> System.nanoTime() - deadline > 0);
        round.ifPresentOrElse(decided -> record(decided, waiting), this::spent);
        return round.map(MapRounds.Round::placements).orElse(List.of());
    }

    private void spent() {
        spentRounds++;
        if (spentRounds == MANY_SPENT) {
            LOG.warn(
                    "Tiercel: {} rounds were not decided within {} ms each; Hadoop assigns the containers of such rounds",
                    MANY_SPENT,
                    TimeUnit.NANOSECONDS.toMillis(ROUND_NANOS));
        }
    }

    private void record(MapRounds.Round round, List<WaitingMap> waiting) {
        round.placements().forEach(each -> assigned.merge(each.reads(), 1, Integer::sum));
        if (records != null) {
            records.decided(round.decided(), waiting, hosts::name, System.currentTimeMillis());
        }
        JobMemory connected = memory;
        if (connected != null) {
            connected.begun(round.placements().stream()
                    .map(each -> waiting.get(each.waiting()).map())
                    .toList());
        }
    }

    @Override
    public boolean asksForWaiting() {
        MapReduceSettings.Memory asked = settings.memory();
        return !prefetched && asked != null && asked.prefetches() && memory != null && input != null;
    }

    /** Requests the input of the maps that wait first: of all that an earlier attempt of the job has not run. */
    private void prefetch(List<WaitingMap> waiting) {
        JobMemory connected = memory;
        JobInput known = input;
        if (!asksForWaiting() || waiting.isEmpty() || connected == null || known == null) {
            return;
        }
        prefetched = true;
        connected.prefetch(waiting.stream()
                .flatMap(each -> known.files(each.map()).stream())
                .toList());
    }

    /** Waits for locations, and then for what is in memory, as long as the job's budget lasts. */
    private void awaitLocations() {
        if (budgetNanos <= 0) {
            return;
        }
        long start = System.nanoTime();
        try {
            boolean isRead = splitsRead.await(budgetNanos, TimeUnit.NANOSECONDS);
            LocationRequest asked = locations;
            boolean isLocated = isRead && asked != null && asked.await(left(start));
            if (isLocated && settings.memory() != null) {
                connection.get(left(start).toNanos(), TimeUnit.NANOSECONDS).awaitAnswer(left(start));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // Maps go on without it.
        }
        budgetNanos -= System.nanoTime() - start;
    }

    private Duration left(long start) {
        return Duration.ofNanos(Math.max(0, budgetNanos - (System.nanoTime() - start)));
    }

    @Override
    public void finished(Collection<Integer> maps) {
        JobMemory connected = memory;
        if (connected != null && !maps.isEmpty()) {
            connected.finished(maps);
        }
    }

    @Override
    public void close() {
        background.close();
        if (!assigned.isEmpty()) {
            LOG.info(
                    "Tiercel: maps assigned by {}, by what they read: {}",
                    settings.policy().name(),
                    assigned);
        }
        JobMemory connected = memory;
        if (connected != null) {
            connected.close();
        }
        if (records != null) {
            records.close();
        }
        locator.close();
        hosts.close();
    }
}

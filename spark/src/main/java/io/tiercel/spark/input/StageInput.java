package io.tiercel.spark.input;

import io.tiercel.assign.CostModel;
import io.tiercel.assign.Preferences;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.hdfs.locate.FileRange;
import io.tiercel.hdfs.locate.RangeLocation;
import io.tiercel.model.Block;
import io.tiercel.model.BlockId;
import io.tiercel.model.Replica;
import io.tiercel.model.Residency;
import io.tiercel.model.Task;
import io.tiercel.model.Tier;
import io.tiercel.spark.input.InputLocator.Answers;
import io.tiercel.spark.memory.CoordinatorConnection;
import io.tiercel.spark.memory.StageMemory;
import io.tiercel.stage.StagePrices;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The input of a task set: what its tasks read, where that lies as far as is known, and what each task costs where. */
public final class StageInput {
    private final List<TaskInput> tasks;
    private final int[] firstRange;
    private final Answers answers;
    private final HostRegistry hosts;
    private final Places places;
    private final ScoreTable scores;

    /** Null without a coordinator. */
    private volatile @Nullable StageMemory memory;

    private volatile ToDoubleFunction<String> share = path -> 1;

    private @Nullable StagePrices priced;
    private long pricedBase;

    private StageInput(
            List<TaskInput> tasks,
            int[] firstRange,
            Answers answers,
            HostRegistry hosts,
            Places places,
            ScoreTable scores) {
        this.tasks = tasks;
        this.firstRange = firstRange;
        this.answers = answers;
        this.hosts = hosts;
        this.places = places;
        this.scores = scores;
    }

    /** Asks {@code locator} for everything that {@code tasks} read; does not wait. */
    public static StageInput request(
            List<TaskInput> tasks, InputLocator locator, HostRegistry hosts, ScoreTable scores) {
        List<FileRange> ranges = new ArrayList<>();
        int[] firstRange = new int[tasks.size()];
        for (int task = 0; task < firstRange.length; task++) {
            firstRange[task] = ranges.size();
            if (tasks.get(task).cachingExecutors().isEmpty()) {
                ranges.addAll(tasks.get(task).files());
            }
        }
        boolean cached =
                tasks.stream().anyMatch(task -> !task.cachingExecutors().isEmpty());
        return new StageInput(
                tasks,
                firstRange,
                locator.locate(ranges),
                hosts,
                cached ? new ExecutorPlaces(hosts) : new HostPlaces(hosts),
                scores.asOfNow());
    }

    /** Waits for the locations, but no longer than {@code budget}. */
    public boolean await(Duration budget) {
        return answers.await(budget);
    }

    public void whenLocated(Runnable listener) {
        answers.whenDone(listener);
    }

    /** Whether no more answers are to be expected. */
    public boolean isLocated() {
        return answers.pending() == 0;
    }

    /** The locations are not wanted any more, nor what is in memory of the input. */
    public void cancel() {
        answers.cancel();
        StageMemory known = memory;
        if (known != null) {
            known.end();
        }
    }

    /**
     * From now on prices tell what is in memory of the input.
     *
     * @param budget how long to wait for the first word on it
     */
    public void watch(CoordinatorConnection link, Duration budget) {
        StageMemory watched = link.watch(this::reads, budget);
        memory = watched;
        if (!isLocated()) {
            answers.whenDone(() -> link.register(watched, this::reads));
        }
    }

    /** What is known to be in memory of the input; empty without a coordinator. */
    public Optional<StageMemory> memory() {
        return Optional.ofNullable(memory);
    }

    private void reads(CoordinatorConnection.Reads.TaskReads reader) {
        for (int task = 0; task < tasks.size(); task++) {
            if (tasks.get(task).cachingExecutors().isEmpty() && isKnown(task)) {
                List<Block> blocks = new ArrayList<>();
                for (int i = 0; i < tasks.get(task).files().size(); i++) {
                    blocks.addAll(answers.known(firstRange[task] + i).blocks());
                }
                reader.task(task, blocks);
            }
        }
    }

    /** How many tasks there are. */
    public int tasks() {
        return tasks.size();
    }

    /** What a task reads from files, block by block; empty as long as that is not known of all of its input. */
    public List<PlacedBlock> placedBlocks(int task) {
        TaskInput input = tasks.get(task);
        if (!input.cachingExecutors().isEmpty() || !isKnown(task)) {
            return List.of();
        }
        List<PlacedBlock> placed = new ArrayList<>();
        for (int i = 0; i < input.files().size(); i++) {
            FileRange file = input.files().get(i);
            long offset = file.start();
            for (Block block : answers.known(firstRange[task] + i).blocks()) {
                placed.add(new PlacedBlock(file.path().toString(), offset, block));
                offset += block.bytes();
            }
        }
        return placed;
    }

    /** Of each file, by its path, tasks read this part of what they are given of it. Said before anybody asks. */
    public void readsShare(ToDoubleFunction<String> ofPath) {
        share = ofPath;
    }

    /** Which part of what a task is given of a file it reads, by the file's path. */
    public ToDoubleFunction<String> share() {
        return share;
    }

    public Places places() {
        return places;
    }

    /** The cost model that prices the tasks. */
    public CostModel costs() {
        return scores.model(hosts, places::node);
    }

    /** A number that changes whenever {@link #price} would give other prices than before. */
    public long generation() {
        StageMemory known = memory;
        return known == null ? base() : Objects.hash(base(), known.generation());
    }

    private long base() {
        return Objects.hash(answers.pending(), places.generation());
    }

    /** Whether some input is located or cached, or may still be; if not, Tiercel has nothing to say about this stage. */
    public boolean isWorthPlanning() {
        if (answers.pending() > 0) {
            return true;
        }
        for (int task = 0; task < tasks.size(); task++) {
            TaskInput input = tasks.get(task);
            if (!input.cachingExecutors().isEmpty()) {
                return true;
            }
            for (int i = 0; i < input.files().size(); i++) {
                if (answers.known(firstRange[task] + i).state() == RangeLocation.State.LOCATED) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Prices every task by what is known now; tasks about which there is nothing new keep the price list that they had. May take
     * some microseconds a task; any thread may do it.
     */
    public synchronized StagePrices price() {
        long base = base();
        StageMemory known = memory;
        BitSet changed = known == null ? new BitSet() : known.takeChanged();
        StagePrices before = priced;
        StagePrices prices =
                before == null || base != pricedBase || known == null ? priceAll() : price(before, changed);
        priced = prices;
        pricedBase = base;
        return prices;
    }

    private StagePrices priceAll() {
        CostModel costs = costs();
        List<Task> models = new ArrayList<>(tasks.size());
        long[] bytes = new long[tasks.size()];
        boolean[] known = new boolean[tasks.size()];
        for (int task = 0; task < bytes.length; task++) {
            known[task] = isKnown(task);
            Task model = model(task);
            bytes[task] = model.bytes();
            models.add(model);
        }
        int[] racks = places.racks();
        Preferences[] prices = new Preferences[bytes.length];
        for (int task = 0; task < prices.length; task++) {
            prices[task] = costs.price(models.get(task), place -> racks[place]);
        }
        return new StagePrices(prices, bytes, known, racks);
    }

    private StagePrices price(StagePrices before, BitSet changed) {
        CostModel costs = costs();
        Map<Integer, Task> models = new HashMap<>();
        changed.stream().forEach(task -> models.put(task, model(task)));
        int[] racks = places.racks();
        return before.with(changed, task -> costs.price(models.get(task), place -> racks[place]), racks);
    }

    private boolean isKnown(int task) {
        TaskInput input = tasks.get(task);
        if (!input.cachingExecutors().isEmpty()) {
            return true;
        }
        for (int i = 0; i < input.files().size(); i++) {
            if (answers.known(firstRange[task] + i).state() != RangeLocation.State.LOCATED) {
                return false;
            }
        }
        return !input.files().isEmpty();
    }

    private Task model(int task) {
        TaskInput input = tasks.get(task);
        if (!input.cachingExecutors().isEmpty()) {
            return new Task(List.of(), caching(input));
        }
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < input.files().size(); i++) {
            RangeLocation location = answers.known(firstRange[task] + i);
            if (location.state() == RangeLocation.State.LOCATED) {
                location.blocks().forEach(block -> blocks.add(placed(block)));
            } else {
                blocks.add(guessed(input.files().get(i).length(), input.preferredHosts()));
            }
        }
        if (input.files().isEmpty() && !input.preferredHosts().isEmpty()) {
            blocks.add(guessed(0, input.preferredHosts()));
        }
        return new Task(blocks, List.of());
    }

    private List<Integer> caching(TaskInput input) {
        return input.cachingExecutors().stream()
                .map(places::ofExecutor)
                .filter(Objects::nonNull)
                .toList();
    }

    private Block placed(Block block) {
        StageMemory known = memory;
        BlockId id = block.id();
        List<Replica> placed = new ArrayList<>(block.replicas().size());
        for (Replica replica : block.replicas()) {
            Residency residency = known == null || id == null ? replica.residency() : known.of(id, replica);
            for (int place : places.ofNode(replica.node())) {
                placed.add(new Replica(place, replica.tier(), residency));
            }
        }
        return new Block(block.bytes(), placed, id);
    }

    /** Input that is not located is taken to lie on HDDs of the hosts that Spark prefers. */
    private Block guessed(long bytes, List<String> preferredHosts) {
        return placed(new Block(
                bytes,
                preferredHosts.stream()
                        .map(host -> new Replica(hosts.node(host), Tier.HDD))
                        .toList()));
    }
}

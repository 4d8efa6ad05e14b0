package io.tiercel.spark.input;

import io.tiercel.assign.CostModel;
import io.tiercel.assign.Preferences;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.hdfs.locate.BlockLocator;
import io.tiercel.hdfs.locate.FileRange;
import io.tiercel.hdfs.locate.RangeLocations;
import io.tiercel.hdfs.locate.RangeLocations.RangeLocation;
import io.tiercel.model.Block;
import io.tiercel.model.BlockId;
import io.tiercel.model.Replica;
import io.tiercel.model.Residency;
import io.tiercel.model.Task;
import io.tiercel.model.Tier;
import io.tiercel.prefetch.ReadScores;
import io.tiercel.spark.memory.CoordinatorConnection;
import io.tiercel.spark.memory.StageMemory;
import io.tiercel.stage.StagePrices;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The input of a task set: the blocks that its tasks read, where they lie as far as is known, and the cost of each task on each place. */
public final class StageInput {
    private final List<TaskInput> tasks;

    /** By task: which of the answers is that for its first part of a file; the others follow. */
    private final int[] firstRange;

    private final RangeLocations answers;
    private final HostRegistry hosts;
    private final Places places;
    private final ScoreTable scores;

    /** Null without a coordinator. */
    private volatile @Nullable StageMemory memory;

    private volatile ToDoubleFunction<String> share = path -> 1;

    private @Nullable StagePrices priced;
    private long pricedGeneration;

    /**
     * A part of a block, and where it is in its file.
     *
     * @param path of the file, as the task names it
     * @param offset of the part's first byte in the file
     * @param block what is read of the block; replicas bear node indices
     */
    public record PlacedBlock(String path, long offset, Block block) {}

    /** Locates parts of files. Production uses a {@link BlockLocator}; tests make up clusters. */
    @FunctionalInterface
    public interface InputLocator {
        /** Requests locations, and returns at once. */
        RangeLocations locate(List<FileRange> ranges);
    }

    private StageInput(List<TaskInput> tasks, InputLocator locator, HostRegistry hosts, ScoreTable scores) {
        this.tasks = List.copyOf(tasks);
        this.firstRange = new int[tasks.size()];
        List<FileRange> ranges = new ArrayList<>();
        for (int task = 0; task < firstRange.length; task++) {
            firstRange[task] = ranges.size();
            if (!isCached(task)) {
                ranges.addAll(tasks.get(task).files());
            }
        }
        this.answers = locator.locate(ranges);
        this.hosts = hosts;
        this.places = hasCached() ? new Places.Executors(hosts) : new Places.Hosts(hosts);
        this.scores = scores;
    }

    /** Asks {@code locator} for everything that {@code tasks} read from files; does not wait. */
    public static StageInput request(
            List<TaskInput> tasks, InputLocator locator, HostRegistry hosts, ScoreTable scores) {
        return new StageInput(tasks, locator, hosts, scores.asOfNow());
    }

    /** Waits for the locations, at most {@code budget}; true if all have come. */
    public boolean await(Duration budget) {
        return answers.await(budget);
    }

    public void whenLocated(Runnable listener) {
        answers.whenDone(listener);
    }

    /** Runs {@code listener} each time that input becomes known which counted as uncached before. */
    public void whenLate(Runnable listener) {
        answers.whenLate(listener);
    }

    /** The stage's first task begins to read. */
    public void readingBegins() {
        answers.readingBegins();
    }

    /** Whether no more answers are to come. */
    public boolean isLocated() {
        return answers.pending() == 0;
    }

    /** Whether some task reads its partition from executors. Then places are executors. */
    public boolean hasCached() {
        return IntStream.range(0, tasks.size()).anyMatch(this::isCached);
    }

    /** Whether the task reads its partition from executors, and nothing from files. */
    private boolean isCached(int task) {
        return !tasks.get(task).cachingExecutors().isEmpty();
    }

    /** Whether the task reads files, and all of them are located. */
    private boolean isLocated(int task) {
        return !isCached(task)
                && !tasks.get(task).files().isEmpty()
                && ranges(task).allMatch(StageInput::isFound);
    }

    private static boolean isFound(RangeLocation range) {
        return range.state() == RangeLocation.State.LOCATED;
    }

    /** The locations of the parts of files that the task reads, in their order. */
    private Stream<RangeLocation> ranges(int task) {
        return isCached(task)
                ? Stream.of()
                : IntStream.range(0, tasks.get(task).files().size())
                        .mapToObj(file -> answers.known(firstRange[task] + file));
    }

    /** Nobody needs the locations any more, nor what is in memory of the input. */
    public void cancel() {
        answers.cancel();
        memory().ifPresent(StageMemory::end);
    }

    /**
     * Has prices follow what is in memory of the input.
     *
     * @param budget how long to wait for the coordinator's first answer
     */
    public void watch(CoordinatorConnection coordinator, Duration budget) {
        StageMemory watched = coordinator.watch(this::reads, budget);
        memory = watched;
        if (!isLocated()) {
            whenLocated(() -> coordinator.register(watched, this::reads));
        }
    }

    private void reads(CoordinatorConnection.Reads.TaskReads reader) {
        for (int task = 0; task < tasks.size(); task++) {
            if (isLocated(task)) {
                reader.task(
                        task,
                        placedBlocks(task).stream().map(PlacedBlock::block).toList());
            }
        }
    }

    /** How much of the input is in memory; empty without a coordinator. */
    public Optional<StageMemory> memory() {
        return Optional.ofNullable(memory);
    }

    public int tasks() {
        return tasks.size();
    }

    /** The blocks that a task reads from files; empty until all of them are located. */
    public List<PlacedBlock> placedBlocks(int task) {
        if (!isLocated(task)) {
            return List.of();
        }
        List<PlacedBlock> placed = new ArrayList<>();
        for (int file = 0; file < tasks.get(task).files().size(); file++) {
            FileRange range = tasks.get(task).files().get(file);
            long offset = range.start();
            for (Block block : answers.known(firstRange[task] + file).blocks()) {
                placed.add(new PlacedBlock(range.path().toString(), offset, block));
                offset += block.bytes();
            }
        }
        return placed;
    }

    /** Sets the share that tasks read of each file, by its path, from 0 to 1. */
    public void readsShare(ToDoubleFunction<String> ofPath) {
        share = ofPath;
    }

    /** The share that tasks read of what they are given of a file, by its path. */
    public ToDoubleFunction<String> share() {
        return share;
    }

    /** The share that a task reads of what it is given: from 0 to 1. */
    public double readShare(int task) {
        ToDoubleFunction<String> known = share;
        double bytes = 0;
        double read = 0;
        for (FileRange range : tasks.get(task).files()) {
            bytes += range.length();
            read += range.length() * known.applyAsDouble(range.path().toString());
        }
        return bytes == 0 ? 1 : read / bytes;
    }

    public Places places() {
        return places;
    }

    public CostModel costs() {
        return scores.model(hosts, places::node);
    }

    /** The scores that planners of prefetches reckon with. */
    public ReadScores readScores() {
        return scores.readScores(hosts);
    }

    /** A number that grows whenever {@link #price} would give other prices than before. */
    public long generation() {
        StageMemory known = memory;
        return locationGeneration() + (known == null ? 0 : 1 + known.generation());
    }

    /** Grows with each answer, since fewer are pending then, and with each that changes. */
    private long locationGeneration() {
        return places.generation() - answers.pending() + answers.generation();
    }

    /** Whether some input is located or cached, or may still be; if not, the stage is left to Spark. */
    public boolean isWorthPlanning() {
        return answers.pending() > 0
                || IntStream.range(0, tasks())
                        .anyMatch(task -> isCached(task) || ranges(task).anyMatch(StageInput::isFound));
    }

    /**
     * Prices every task by what is known now; tasks without news keep their price lists. May take some microseconds a task; any
     * thread may call it.
     */
    public synchronized StagePrices price() {
        long generation = locationGeneration();
        StageMemory known = memory;
        BitSet changed = known == null ? new BitSet() : known.takeChanged();
        StagePrices before = priced;
        StagePrices prices =
                before == null || generation != pricedGeneration || known == null ? priceAll() : price(before, changed);
        priced = prices;
        pricedGeneration = generation;
        return prices;
    }

    private StagePrices priceAll() {
        CostModel costs = costs();
        int count = tasks.size();
        List<Task> models = new ArrayList<>(count);
        long[] bytes = new long[count];
        boolean[] known = new boolean[count];
        for (int task = 0; task < count; task++) {
            known[task] = isCached(task) || isLocated(task);
            models.add(model(task));
            bytes[task] = models.get(task).bytes();
        }
        // After the models, which may add places.
        int[] racks = places.racks();
        Preferences[] prices = models.stream()
                .map(model -> costs.price(model, place -> racks[place]))
                .toArray(Preferences[]::new);
        return new StagePrices(prices, bytes, known, racks);
    }

    private StagePrices price(StagePrices before, BitSet changed) {
        CostModel costs = costs();
        Map<Integer, Task> models =
                changed.stream().boxed().collect(Collectors.toMap(Function.identity(), this::model));
        int[] racks = places.racks();
        return before.with(changed, task -> costs.price(models.get(task), place -> racks[place]), racks);
    }

    /** A task as policies see it: its blocks by place, as far as is known; guessed where nothing is. */
    public Task model(int task) {
        TaskInput input = tasks.get(task);
        if (isCached(task)) {
            List<Integer> caching = input.cachingExecutors().stream()
                    .map(places::ofExecutor)
                    .filter(Objects::nonNull)
                    .toList();
            return new Task(List.of(), caching);
        }
        List<Block> blocks = new ArrayList<>();
        Iterator<RangeLocation> ranges = ranges(task).iterator();
        input.files().forEach(file -> {
            RangeLocation range = ranges.next();
            if (isFound(range)) {
                range.blocks().forEach(block -> blocks.add(placed(block)));
            } else {
                blocks.add(guessed(file.length(), input.preferredHosts()));
            }
        });
        if (input.files().isEmpty() && !input.preferredHosts().isEmpty()) {
            blocks.add(guessed(0, input.preferredHosts()));
        }
        return new Task(blocks, List.of());
    }

    private Block placed(Block block) {
        StageMemory known = memory;
        BlockId id = block.id();
        List<Replica> placed = new ArrayList<>(block.replicas().size());
        for (Replica replica : block.replicas()) {
            Residency residency = known == null || id == null ? replica.residency() : known.of(id, replica);
            for (int place : places.ofNode(replica.node())) {
                placed.add(replica.on(place, residency));
            }
        }
        return new Block(block.bytes(), placed, id, block.store());
    }

    /** Input that is not located counts as lying on HDDs of the hosts that Spark prefers. */
    private Block guessed(long bytes, List<String> preferredHosts) {
        return placed(new Block(
                bytes,
                preferredHosts.stream()
                        .map(host -> new Replica(hosts.node(host), Tier.HDD))
                        .toList()));
    }
}

package io.tiercel.containers;

import io.tiercel.assign.CostModel;
import io.tiercel.assign.Preferences;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.hdfs.locate.FileRange;
import io.tiercel.hdfs.locate.RangeLocations;
import io.tiercel.hdfs.locate.RangeLocations.RangeLocation;
import io.tiercel.model.Block;
import io.tiercel.model.Replica;
import io.tiercel.model.Residency;
import io.tiercel.model.Task;
import io.tiercel.model.Tier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The input of a stage's tasks: the blocks that each reads, where they lie as far as is known, and the cost of each task on each node. Nodes
 * are indices of the host registry. One thread prices; any may add tasks or ask for blocks.
 */
final class TaskInput {
    /** Says how much of a block is in memory. */
    interface ResidencySource {
        Residency of(Block block, Replica replica);

        /** A number that grows whenever an answer changes. */
        long generation();
    }

    /** Prices of tasks that wait, in their order, and what else a round needs. */
    record Prices(Preferences[] lists, long[] bytes, boolean[] known, int[] rackOf) {}

    /** A task as policies see it. */
    private record Model(WaitingTask waiting, Task task, boolean known) {}

    private record Priced(Preferences list, long bytes, boolean known) {}

    /** What one task reads; its first part of a file has {@code first} as its number among the answers. */
    private record Parts(List<FileRange> files, @Nullable RangeLocations answers, int first) {
        Stream<RangeLocation> locations() {
            return IntStream.range(0, files.size()).mapToObj(this::location);
        }

        RangeLocation location(int file) {
            return Objects.requireNonNull(answers).known(first + file);
        }

        boolean areLocated() {
            return !files.isEmpty() && locations().allMatch(TaskInput::isFound);
        }
    }

    private static final Parts NONE = new Parts(List.of(), null, 0);

    private final HostRegistry hosts;
    private final CostModel costs;
    private final ResidencySource memory;
    private final Map<Integer, Parts> parts = new ConcurrentHashMap<>();
    private final List<RangeLocations> answers = new CopyOnWriteArrayList<>();

    /** Located tasks, good for one generation. */
    private final Map<Integer, Priced> priced = new HashMap<>();

    private long pricedGeneration = Long.MIN_VALUE;

    TaskInput(HostRegistry hosts, CostModel costs, ResidencySource memory) {
        this.hosts = hosts;
        this.costs = costs;
        this.memory = memory;
    }

    /**
     * Says what tasks read.
     *
     * @param files by the task's number; tasks that are never named, or without files, are placed by hosts
     * @param located answers to a request for all of these in their order
     */
    void add(SortedMap<Integer, List<FileRange>> files, RangeLocations located) {
        int next = 0;
        for (Map.Entry<Integer, List<FileRange>> each : files.entrySet()) {
            parts.put(each.getKey(), new Parts(each.getValue(), located, next));
            next += each.getValue().size();
        }
        answers.add(located);
    }

    /** How many tasks are known to read files. */
    long readers() {
        return parts.values().stream().filter(read -> !read.files().isEmpty()).count();
    }

    List<FileRange> files(int task) {
        return parts.getOrDefault(task, NONE).files();
    }

    /** The blocks that a task reads, with the nodes of their replicas; empty until all of them are located. */
    List<Block> blocks(int task) {
        Parts read = parts.getOrDefault(task, NONE);
        return read.areLocated()
                ? read.locations().flatMap(range -> range.blocks().stream()).toList()
                : List.of();
    }

    /** Whether all input of a task is located. */
    boolean isLocated(int task) {
        return parts.getOrDefault(task, NONE).areLocated();
    }

    /** A located task as plans see it, by what is known now. */
    Task model(int task) {
        return task(new WaitingTask(task, List.of()), parts.getOrDefault(task, NONE));
    }

    private static boolean isFound(RangeLocation range) {
        return range.state() == RangeLocation.State.LOCATED;
    }

    /**
     * Prices tasks by what is known now.
     *
     * @param isSpent whether the round's time budget is spent
     * @return empty if it was; what has been priced by then, the next round need not
     */
    Optional<Prices> price(List<WaitingTask> waiting, BooleanSupplier isSpent) {
        forgetOutdated();
        boolean complete = true;
        List<Model> models = new ArrayList<>();
        for (WaitingTask each : waiting) {
            if (priced.containsKey(each.task())) {
                continue;
            }
            if (isSpent.getAsBoolean()) {
                complete = false;
                break;
            }
            models.add(model(each));
        }
        // After the models, which may add nodes.
        int[] racks = IntStream.range(0, hosts.size()).map(hosts::rack).toArray();
        Map<WaitingTask, Priced> guesses = new HashMap<>();
        for (Model model : models) {
            Preferences list = costs.price(model.task(), node -> racks[node]);
            Priced price = new Priced(list, model.task().bytes(), model.known());
            if (model.known()) {
                priced.put(model.waiting().task(), price);
            } else {
                guesses.put(model.waiting(), price);
            }
        }
        return complete ? Optional.of(prices(waiting, guesses, racks)) : Optional.empty();
    }

    /** A number that grows whenever a price may change. */
    long generation() {
        long located = answers.stream().mapToLong(each -> 1 + each.generation()).sum();
        return hosts.generation() + memory.generation() + located;
    }

    private void forgetOutdated() {
        long generation = generation();
        if (generation != pricedGeneration) {
            priced.clear();
            pricedGeneration = generation;
        }
    }

    private Prices prices(List<WaitingTask> waiting, Map<WaitingTask, Priced> guesses, int[] racks) {
        int count = waiting.size();
        Prices prices = new Prices(new Preferences[count], new long[count], new boolean[count], racks);
        for (int i = 0; i < count; i++) {
            Priced each = priced.getOrDefault(waiting.get(i).task(), guesses.get(waiting.get(i)));
            prices.lists()[i] = each.list();
            prices.bytes()[i] = each.bytes();
            prices.known()[i] = each.known();
        }
        return prices;
    }

    private Model model(WaitingTask waiting) {
        Parts read = parts.getOrDefault(waiting.task(), NONE);
        boolean known = read.areLocated();
        return new Model(waiting, task(waiting, read), known);
    }

    /** Input that is not located counts as lying on HDDs of the hosts that its split names. */
    private Task task(WaitingTask waiting, Parts read) {
        List<Block> blocks = new ArrayList<>();
        for (int file = 0; file < read.files().size(); file++) {
            RangeLocation range = read.location(file);
            if (isFound(range)) {
                range.blocks().forEach(block -> blocks.add(placed(block)));
            } else {
                blocks.add(guessed(read.files().get(file).length(), waiting.hosts()));
            }
        }
        if (read.files().isEmpty() && !waiting.hosts().isEmpty()) {
            blocks.add(guessed(0, waiting.hosts()));
        }
        return new Task(blocks, List.of());
    }

    private Block placed(Block block) {
        List<Replica> placed = block.replicas().stream()
                .map(replica -> replica.on(hosts.canonical(replica.node()), memory.of(block, replica)))
                .toList();
        return new Block(block.bytes(), placed, block.id(), block.store());
    }

    private Block guessed(long bytes, List<String> preferred) {
        return new Block(
                bytes,
                preferred.stream()
                        .map(host -> new Replica(hosts.node(host), Tier.HDD))
                        .toList());
    }
}

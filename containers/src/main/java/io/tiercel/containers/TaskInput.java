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
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The input of a stage's tasks: the blocks that each reads, where they lie as far as is known, and the cost of each task on each node. Nodes
 * are indices of the host registry. One thread prices; any may ask for blocks.
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

    private final List<List<FileRange>> files;

    /** By task: which of the answers is that for its first part of a file; the others follow. */
    private final int[] first;

    private final RangeLocations answers;
    private final HostRegistry hosts;
    private final CostModel costs;
    private final ResidencySource memory;

    /** Located tasks, good for one generation. */
    private final Map<Integer, Priced> priced = new HashMap<>();

    private long pricedGeneration = Long.MIN_VALUE;

    /**
     * @param files what each task reads, by its number; tasks beyond the end, and tasks that read no files, are placed by hosts
     * @param answers to a request for all of these in their order
     */
    TaskInput(
            List<List<FileRange>> files,
            RangeLocations answers,
            HostRegistry hosts,
            CostModel costs,
            ResidencySource memory) {
        this.files = files;
        this.answers = answers;
        this.hosts = hosts;
        this.costs = costs;
        this.memory = memory;
        this.first = new int[files.size()];
        int next = 0;
        for (int task = 0; task < first.length; task++) {
            first[task] = next;
            next += files.get(task).size();
        }
    }

    int tasks() {
        return files.size();
    }

    List<FileRange> files(int task) {
        return task < files.size() ? files.get(task) : List.of();
    }

    /** The blocks that a task reads, with the nodes of their replicas; empty until all of them are located. */
    List<Block> blocks(int task) {
        return isLocated(task)
                ? ranges(task).flatMap(range -> range.blocks().stream()).toList()
                : List.of();
    }

    private boolean isLocated(int task) {
        return !files(task).isEmpty() && ranges(task).allMatch(TaskInput::isFound);
    }

    private static boolean isFound(RangeLocation range) {
        return range.state() == RangeLocation.State.LOCATED;
    }

    private Stream<RangeLocation> ranges(int task) {
        return IntStream.range(0, files(task).size()).mapToObj(file -> answers.known(first[task] + file));
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
        return hosts.generation() + memory.generation() + answers.generation();
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
        boolean known = isLocated(waiting.task());
        return new Model(waiting, task(waiting), known);
    }

    /** Input that is not located counts as lying on HDDs of the hosts that its split names. */
    private Task task(WaitingTask waiting) {
        List<Block> blocks = new ArrayList<>();
        List<FileRange> parts = files(waiting.task());
        for (int file = 0; file < parts.size(); file++) {
            RangeLocation range = answers.known(first[waiting.task()] + file);
            if (isFound(range)) {
                range.blocks().forEach(block -> blocks.add(placed(block)));
            } else {
                blocks.add(guessed(parts.get(file).length(), waiting.hosts()));
            }
        }
        if (parts.isEmpty() && !waiting.hosts().isEmpty()) {
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

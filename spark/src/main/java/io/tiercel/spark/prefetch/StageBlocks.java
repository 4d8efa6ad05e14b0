package io.tiercel.spark.prefetch;

import io.tiercel.model.BlockId;
import io.tiercel.model.Replica;
import io.tiercel.spark.event.PlanEventFactory;
import io.tiercel.spark.input.StageInput.PlacedBlock;
import io.tiercel.spark.memory.PrefetchRequests.RequestedBlock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The blocks that the tasks of a stage read. Only blocks with a name count: the residency of others is unknown. The part that tasks
 * read stands for the block, since the location of a part does not tell the block's length.
 */
final class StageBlocks {
    /** The part of a block that tasks read. */
    static final class Part {
        final BlockId id;
        final String path;
        final List<Replica> replicas;
        private long from;
        private long to;
        private int[] readers = {};

        private Part(BlockId id, PlacedBlock read) {
            this.id = id;
            this.path = read.path();
            this.replicas = read.block().replicas();
            this.from = read.offset();
            this.to = from;
        }

        private void readBy(int task, PlacedBlock read) {
            from = Math.min(from, read.offset());
            to = Math.max(to, read.offset() + read.block().bytes());
            if (readers.length == 0 || readers[readers.length - 1] != task) {
                readers = Arrays.copyOf(readers, readers.length + 1);
                readers[readers.length - 1] = task;
            }
        }

        long bytes() {
            return to - from;
        }

        /** The tasks that read it, in order. */
        int[] readers() {
            return readers;
        }

        PlanEventFactory.BlockName name() {
            return new PlanEventFactory.BlockName(id.toString(), path, from);
        }

        RequestedBlock request() {
            return new RequestedBlock(id, path, from, bytes());
        }
    }

    record Read(int part, long bytes) {}

    private final List<Part> parts = new ArrayList<>();
    private final List<List<Read>> tasks = new ArrayList<>();
    private final Map<BlockId, Integer> partOf = new HashMap<>();

    /**
     * @param reads of each task; empty for a task whose input is unknown
     * @param share of a file's bytes that tasks read, by its path; memory holds whole blocks
     */
    StageBlocks(List<List<PlacedBlock>> reads, ToDoubleFunction<String> share) {
        for (int task = 0; task < reads.size(); task++) {
            tasks.add(read(task, reads.get(task), share));
        }
    }

    private List<Read> read(int task, List<PlacedBlock> reads, ToDoubleFunction<String> share) {
        List<Read> named = new ArrayList<>(reads.size());
        for (PlacedBlock read : reads) {
            BlockId id = read.block().id();
            if (id != null && read.block().bytes() > 0) {
                int part = partOf.computeIfAbsent(id, unknown -> {
                    parts.add(new Part(id, read));
                    return parts.size() - 1;
                });
                parts.get(part).readBy(task, read);
                double bytes = read.block().bytes() * share.applyAsDouble(read.path());
                named.add(new Read(part, Math.max(1, Math.round(bytes))));
            }
        }
        return List.copyOf(named);
    }

    List<Part> parts() {
        return parts;
    }

    int tasks() {
        return tasks.size();
    }

    /** Number of tasks that read any block. */
    long readers() {
        return tasks.stream().filter(reads -> !reads.isEmpty()).count();
    }

    boolean isRead(BlockId id) {
        return partOf.containsKey(id);
    }

    List<Read> reads(int task) {
        return tasks.get(task);
    }

    List<BlockId> ids(int task) {
        return tasks.get(task).stream().map(read -> parts.get(read.part()).id).toList();
    }

    long bytes(int task) {
        return tasks.get(task).stream().mapToLong(Read::bytes).sum();
    }

    /** Mean length of a block; 0 if there is none. */
    double meanBytes() {
        return parts.stream().mapToLong(Part::bytes).average().orElse(0);
    }
}

package io.tiercel.transfer;

import io.tiercel.transfer.Transfer.NodeChoice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The rules of {@link TransferScheduler}, word for word and without any structure: every step looks at everything. */
final class ReferenceTransfers {
    static final class Job {
        final long id;
        final long arrival;
        final int priority;
        final long declared;
        final List<Long> reports = new ArrayList<>();

        Job(long id, long arrival, int priority, long declared) {
            this.id = id;
            this.arrival = arrival;
            this.priority = priority;
            this.declared = declared;
        }
    }

    static final class Block {
        final long id;
        final long bytes;
        final int source;
        final long sequence;
        /** By job: tasks and destination. */
        final Map<Long, int[]> wants = new LinkedHashMap<>();

        String state = "pending";
        int failures;
        double retryAt;
        int node = -1;

        @Nullable
        Transfer transfer;

        Block(long id, long bytes, int source, long sequence) {
            this.id = id;
            this.bytes = bytes;
            this.source = source;
            this.sequence = sequence;
        }

        int demand() {
            return wants.values().stream().mapToInt(want -> want[0]).sum();
        }

        boolean isCachedOrOnItsWay() {
            return state.equals("cached") || state.equals("under way");
        }
    }

    record Choice(Job job, Block block) {}

    private final TransferSettings settings;
    final Map<Long, Job> jobs = new TreeMap<>();
    final Map<Long, Block> blocks = new TreeMap<>();
    final Map<Integer, Long> room = new TreeMap<>();
    final Map<Integer, SourceBandwidth> bandwidths = new TreeMap<>();
    final Map<Integer, IsolationQuanta> quanta = new TreeMap<>();
    private long sequence;
    private long transfers;

    ReferenceTransfers(TransferSettings settings) {
        this.settings = settings;
    }

    void want(long job, long id, long bytes, int source, int destination) {
        Block block = blocks.computeIfAbsent(id, none -> new Block(id, bytes, source, sequence++));
        int[] want = block.wants.get(job);
        if (want == null) {
            want = new int[] {0, TransferScheduler.ANY_NODE};
            block.wants.put(job, want);
            if (block.state.equals("given up")) {
                block.state = "pending";
                block.failures = 0;
            }
        }
        want[0]++;
        if (destination != TransferScheduler.ANY_NODE) {
            want[1] = destination;
        }
    }

    void withdraw(long job, long id, boolean all) {
        Block block = blocks.get(id);
        int[] want = block == null ? null : block.wants.get(job);
        if (block == null || want == null) {
            return;
        }
        if (all || --want[0] == 0) {
            block.wants.remove(job);
            dropUnwanted(block);
        }
    }

    void jobEnded(long job) {
        jobs.remove(job);
        for (Block block : List.copyOf(blocks.values())) {
            withdraw(job, block.id, true);
        }
    }

    private void dropUnwanted(Block block) {
        if (block.wants.isEmpty() && !block.isCachedOrOnItsWay()) {
            blocks.remove(block.id);
        }
    }

    void completed(Transfer transfer, double now) {
        Block block = end(transfer);
        bandwidths.get(transfer.source()).succeeded(transfer.rate(), now);
        block.state = "cached";
        block.failures = 0;
        block.node = transfer.node();
    }

    void failed(Transfer transfer, double now) {
        Block block = end(transfer);
        room.merge(transfer.node(), transfer.bytes(), Long::sum);
        block.failures++;
        block.state = block.failures >= settings.attempts() ? "given up" : "waiting";
        block.retryAt = now + settings.retryDelay() * Math.pow(2, block.failures - 1);
        dropUnwanted(block);
    }

    private Block end(Transfer transfer) {
        Block block = blocks.get(transfer.block());
        block.transfer = null;
        return block;
    }

    void evicted(long id) {
        Block block = blocks.get(id);
        room.merge(block.node, block.bytes, Long::sum);
        block.state = "pending";
        dropUnwanted(block);
    }

    void nodeLost(int node) {
        room.remove(node);
        for (Block block : List.copyOf(blocks.values())) {
            boolean isHere = block.transfer != null
                    ? block.transfer.node() == node
                    : block.state.equals("cached") && block.node == node;
            if (isHere) {
                block.transfer = null;
                block.state = "pending";
                dropUnwanted(block);
            }
        }
    }

    List<Transfer> next(double now) {
        for (Block block : blocks.values()) {
            if (block.state.equals("waiting") && block.retryAt <= now) {
                block.state = "pending";
            }
        }
        List<Transfer> started = new ArrayList<>();
        for (Choice best = best(now); best != null; best = best(now)) {
            started.add(start(best, now));
        }
        return started;
    }

    /** All that could start if bandwidth were no matter, in order. */
    List<Choice> choices(double now) {
        List<Choice> choices = new ArrayList<>();
        for (Block block : blocks.values()) {
            boolean hasRoom = room.values().stream().anyMatch(free -> free >= block.bytes);
            if (block.state.equals("pending")
                    && hasRoom
                    && quanta.get(block.source).mayStart(now)) {
                block.wants.keySet().forEach(job -> choices.add(new Choice(jobs.get(job), block)));
            }
        }
        Comparator<Choice> byPolicy = settings.policy() == TransferPolicy.FIFO
                ? Comparator.comparing(choice -> -choice.job.priority)
                : Comparator.comparing(choice -> unread(choice.job));
        choices.sort(byPolicy.thenComparing(choice -> choice.job.arrival)
                .thenComparing(choice -> choice.job.id)
                .thenComparing(choice -> -choice.block.demand())
                .thenComparing(choice -> choice.block.sequence));
        return choices;
    }

    private @Nullable Choice best(double now) {
        List<Integer> seen = new ArrayList<>();
        for (Choice choice : choices(now)) {
            if (seen.contains(choice.block.source)) {
                continue;
            }
            seen.add(choice.block.source);
            if (grant(choice) > 0) {
                return choice;
            }
        }
        return null;
    }

    private long unread(Job job) {
        return blocks.values().stream()
                .filter(block -> block.wants.containsKey(job.id) && block.isCachedOrOnItsWay())
                .count();
    }

    long left(int source) {
        long taken = blocks.values().stream()
                .filter(block -> block.transfer != null && block.source == source)
                .mapToLong(block -> block.transfer.rate())
                .sum();
        return bandwidths.get(source).limit() - taken;
    }

    long asked(Choice choice) {
        return Math.min(rate(choice.job), bandwidths.get(choice.block.source).limit());
    }

    private long grant(Choice choice) {
        long left = left(choice.block.source);
        return left < 1 || left < asked(choice) / 4 ? 0 : Math.min(left, asked(choice));
    }

    private long rate(Job job) {
        if (job.declared > 0) {
            return job.declared;
        }
        int count = Math.min(4, job.reports.size());
        long sum = job.reports.stream().limit(4).mapToLong(rate -> rate).sum();
        return count == 0 ? settings.defaultRate() : sum / count;
    }

    private double load(int node) {
        long underWay = blocks.values().stream()
                .filter(block -> block.transfer != null && block.transfer.node() == node)
                .mapToLong(block -> block.bytes)
                .sum();
        return (underWay + 67108864.0) / room.get(node);
    }

    private Transfer start(Choice choice, double now) {
        Block block = choice.block;
        int planned = block.wants.get(choice.job.id)[1];
        int node = room.getOrDefault(planned, 0L) >= block.bytes
                ? planned
                : room.keySet().stream()
                        .filter(each -> room.get(each) >= block.bytes)
                        .min(Comparator.comparing(this::load).thenComparing(each -> each))
                        .orElseThrow();
        NodeChoice why = node == planned
                ? NodeChoice.PLANNED
                : planned == TransferScheduler.ANY_NODE ? NodeChoice.LEAST_LOADED : NodeChoice.PLANNED_WITHOUT_ROOM;
        Transfer transfer = new Transfer(
                transfers++,
                block.id,
                block.bytes,
                block.source,
                node,
                grant(choice),
                block.failures + 1,
                now,
                new Transfer.Reason(settings.policy(), choice.job.id, block.demand(), why));
        room.merge(node, -block.bytes, Long::sum);
        block.transfer = transfer;
        block.state = "under way";
        return transfer;
    }
}

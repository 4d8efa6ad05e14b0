package io.tiercel.spark.memory;

import io.tiercel.client.Answer;
import io.tiercel.client.JobSession;
import io.tiercel.client.ResidencyWatch;
import io.tiercel.client.RetryBackoff;
import io.tiercel.hdfs.memory.ProtocolMessages;
import io.tiercel.model.BlockId;
import io.tiercel.spark.SerialExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gathers which blocks stages begin to read, have read and need no more, to tell the coordinator of many together. Repeats reports of reads
 * that it did not take. Stages report on any thread; all else runs on the executor.
 */
final class StageNews implements StageMemory.Owner {
    private static final Logger LOG = LoggerFactory.getLogger(StageNews.class);

    /** News within this time of each other goes out together. */
    private static final Duration GATHER = Duration.ofMillis(50);

    /** The longest wait before reads that the coordinator did not take are reported again. */
    private static final Duration LAST_WAIT = Duration.ofSeconds(16);

    /** Reads that could not be reported are kept up to this number: about 10 MB. */
    private static final int MOST_UNREPORTED = 100_000;

    /** So many reads are not sent anew with each new one while the coordinator is away: each time all of them would be looked at. */
    private static final int MANY = 1_000;

    private enum Event {
        BEGUN,
        READ,
        OVER
    }

    private record News(StageMemory stage, Event event, List<BlockId> blocks, long nanos) {}

    private final BlockSubscriptions subscriptions;
    private final SerialExecutor executor;
    private final Runnable flush;
    private final ConcurrentLinkedQueue<News> queue = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();

    /** Blocks and when they were read, by {@link System#nanoTime}. */
    private final Map<BlockId, Long> unreported = new LinkedHashMap<>();

    private final List<Map<BlockId, Long>> unanswered = new ArrayList<>();
    private final RetryBackoff retries = new RetryBackoff(LAST_WAIT);
    private boolean waiting;

    /** Whether the coordinator has refused the last report for now: then no other goes out before the wait is over. */
    private boolean refused;

    private boolean warned;

    /** @param flush calls {@link #flush} */
    StageNews(BlockSubscriptions subscriptions, SerialExecutor executor, Runnable flush) {
        this.subscriptions = subscriptions;
        this.executor = executor;
        this.flush = flush;
    }

    @Override
    public void begun(StageMemory stage, List<BlockId> blocks) {
        add(stage, Event.BEGUN, blocks);
        flushLater();
    }

    @Override
    public void read(StageMemory stage, List<BlockId> blocks) {
        add(stage, Event.READ, blocks);
        flushLater();
    }

    /** Sends all news at once: after the end of the stage an application may request its blocks again. */
    @Override
    public void over(StageMemory stage) {
        add(stage, Event.OVER, List.of());
        executor.execute(flush);
    }

    private void add(StageMemory stage, Event event, List<BlockId> blocks) {
        queue.add(new News(stage, event, blocks, System.nanoTime()));
    }

    private void flushLater() {
        if (scheduled.compareAndSet(false, true)) {
            executor.schedule(
                    () -> {
                        scheduled.set(false); // Even if the connection cannot be opened now.
                        flush.run();
                    },
                    GATHER);
        }
    }

    /** Sends all news: reads first, because the stages that they belong to may be over. */
    void flush(JobSession session, ResidencyWatch watch) {
        Set<BlockId> begun = new LinkedHashSet<>();
        List<BlockId> dropped = new ArrayList<>();
        for (News each = queue.poll(); each != null; each = queue.poll()) {
            switch (each.event()) {
                case BEGUN -> begun.addAll(each.blocks());
                case READ -> {
                    keep(each.blocks(), each.nanos());
                    dropped.addAll(subscriptions.remove(each.stage(), each.blocks()));
                }
                case OVER -> dropped.addAll(subscriptions.remove(each.stage()));
            }
        }
        begun.removeIf(unreported::containsKey);
        if (!begun.isEmpty()) {
            // Of no use later: if the coordinator is not there now, nothing is brought in meanwhile.
            session.begun(ProtocolMessages.blocks(begun));
        }
        sendReads(session);
        if (!dropped.isEmpty()) {
            watch.remove(ProtocolMessages.blocks(dropped));
        }
    }

    /** Drops reads of blocks that are requested anew: a later report would release the new request. */
    void withdraw(Collection<BlockId> blocks) {
        unreported.keySet().removeAll(blocks);
        unanswered.forEach(report -> report.keySet().removeAll(blocks));
    }

    /** The coordinator was away and is back. Runs on the executor. */
    void repeated(JobSession session) {
        waiting = false;
        sendReads(session);
    }

    /** Blocks that nobody waits for count as read. */
    void unwanted(Collection<BlockId> blocks) {
        keep(blocks, System.nanoTime());
    }

    private boolean isHeldBack() {
        return waiting && (refused || unreported.size() >= MANY);
    }

    private void keep(Collection<BlockId> blocks, long nanos) {
        for (BlockId block : blocks) {
            if (!isHeldBack() || unreported.size() < MOST_UNREPORTED || unreported.containsKey(block)) {
                unreported.put(block, nanos);
            }
        }
    }

    void sendReads(JobSession session) {
        if (unreported.isEmpty() || isHeldBack()) {
            return;
        }
        Map<BlockId, Long> report = new LinkedHashMap<>(unreported);
        unreported.clear();
        unanswered.add(report);
        Map<io.tiercel.protocol.BlockId, Long> readAt = new LinkedHashMap<>();
        report.forEach((block, nanos) -> readAt.put(ProtocolMessages.block(block), nanos));
        session.read(readAt).thenAccept(answer -> executor.execute(() -> note(answer, report)));
    }

    /** A coordinator may be silent for some seconds while connections to it stay. */
    private void sendAgainLater() {
        if (!waiting && !unreported.isEmpty()) {
            waiting = true;
            executor.schedule(
                    () -> {
                        waiting = false;
                        flush.run();
                    },
                    Duration.ofMillis(retries.next()));
        }
    }

    private void note(Answer<?> answer, Map<BlockId, Long> report) {
        unanswered.removeIf(each -> each == report);
        refused = answer instanceof Answer.Refused && answer.mayPass();
        if (answer instanceof Answer.Refused && !warned) {
            warned = true;
            LOG.warn(
                    "Tiercel: the coordinator refuses reports of reads, so they release no memory{}: {} (logged once)",
                    refused ? " until it takes them" : "",
                    answer.why());
        }
        if (answer.mayPass()) {
            report.entrySet().stream()
                    .limit(Math.max(0, MOST_UNREPORTED - unreported.size()))
                    .forEach(read -> unreported.putIfAbsent(read.getKey(), read.getValue()));
            sendAgainLater();
            return;
        }
        retries.succeeded();
    }
}

package io.tiercel.spark.memory;

import io.tiercel.client.Answer;
import io.tiercel.client.JobSession;
import io.tiercel.model.BlockId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports to the coordinator which blocks have been read, and repeats reports that did not reach it. Not thread-safe. */
final class ReadReports {
    private static final Logger LOG = LoggerFactory.getLogger(ReadReports.class);

    /** Reads that could not be reported are kept up to this number: about 10 MB. */
    private static final int MOST_UNREPORTED = 100_000;

    private final Executor executor;

    /** Blocks and when they were read, by {@link System#nanoTime}. */
    private final Map<BlockId, Long> unreported = new LinkedHashMap<>();

    private final List<Map<BlockId, Long>> unanswered = new ArrayList<>();
    private boolean warned;

    /** @param executor runs what follows an answer, where all other methods run */
    ReadReports(Executor executor) {
        this.executor = executor;
    }

    void add(Collection<BlockId> blocks, long readNanos) {
        blocks.forEach(block -> unreported.put(block, readNanos));
    }

    boolean isUnreported(BlockId block) {
        return unreported.containsKey(block);
    }

    /** Drops reads of blocks that are requested anew: a later report would release the new request. */
    void withdraw(Collection<BlockId> blocks) {
        unreported.keySet().removeAll(blocks);
        unanswered.forEach(report -> report.keySet().removeAll(blocks));
    }

    void send(JobSession session) {
        if (unreported.isEmpty()) {
            return;
        }
        Map<BlockId, Long> report = new LinkedHashMap<>(unreported);
        unreported.clear();
        unanswered.add(report);
        Map<io.tiercel.protocol.BlockId, Long> readAt = new LinkedHashMap<>();
        report.forEach((block, nanos) -> readAt.put(ProtocolMessages.block(block), nanos));
        session.read(readAt).thenAccept(answer -> executor.execute(() -> note(answer, report)));
    }

    private void note(Answer<?> answer, Map<BlockId, Long> report) {
        unanswered.removeIf(each -> each == report);
        if (answer instanceof Answer.Absent) {
            report.entrySet().stream()
                    .limit(Math.max(0, MOST_UNREPORTED - unreported.size()))
                    .forEach(read -> unreported.putIfAbsent(read.getKey(), read.getValue()));
        } else if (answer instanceof Answer.Refused && !warned) {
            warned = true;
            LOG.warn(
                    "Tiercel: the coordinator refuses reports of reads, so they release no memory: {} (logged once)",
                    answer.why());
        }
    }
}

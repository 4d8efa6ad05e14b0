package io.tiercel.spark.memory;

import io.tiercel.client.JobSession;
import io.tiercel.client.ResidencyWatch;
import io.tiercel.model.BlockId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Gathers which blocks stages begin to read, have read and need no more, to tell the coordinator of many together. */
final class StageNews implements StageMemory.Owner {
    /** News within this time of each other goes out together. */
    private static final Duration GATHER = Duration.ofMillis(50);

    private enum Event {
        BEGUN,
        READ,
        OVER
    }

    private record News(StageMemory stage, Event event, List<BlockId> blocks, long nanos) {}

    private final BlockSubscriptions subscriptions;
    private final ReadReports reads;
    private final Consumer<Duration> flushIn;
    private final ConcurrentLinkedQueue<News> queue = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();

    /** @param flushIn has {@link #flush} called after a delay */
    StageNews(BlockSubscriptions subscriptions, ReadReports reads, Consumer<Duration> flushIn) {
        this.subscriptions = subscriptions;
        this.reads = reads;
        this.flushIn = flushIn;
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
        flushIn.accept(Duration.ZERO);
    }

    private void add(StageMemory stage, Event event, List<BlockId> blocks) {
        queue.add(new News(stage, event, blocks, System.nanoTime()));
    }

    private void flushLater() {
        if (scheduled.compareAndSet(false, true)) {
            flushIn.accept(GATHER);
        }
    }

    /** Sends all news: reads first, because the stages that they belong to may be over. */
    void flush(JobSession session, ResidencyWatch watch) {
        scheduled.set(false);
        Set<BlockId> begun = new LinkedHashSet<>();
        List<BlockId> dropped = new ArrayList<>();
        for (News each = queue.poll(); each != null; each = queue.poll()) {
            switch (each.event()) {
                case BEGUN -> begun.addAll(each.blocks());
                case READ -> {
                    reads.add(each.blocks(), each.nanos());
                    dropped.addAll(subscriptions.remove(each.stage(), each.blocks()));
                }
                case OVER -> dropped.addAll(subscriptions.remove(each.stage()));
            }
        }
        begun.removeIf(reads::isUnreported);
        if (!begun.isEmpty()) {
            // Of no use later: if the coordinator is not there now, nothing is brought in meanwhile.
            session.begun(ProtocolMessages.blocks(begun));
        }
        reads.send(session);
        if (!dropped.isEmpty()) {
            watch.remove(ProtocolMessages.blocks(dropped));
        }
    }
}

package io.tiercel.containers;

import io.tiercel.client.Availability;
import io.tiercel.client.ClientSettings;
import io.tiercel.client.JobSession;
import io.tiercel.client.PreferenceSession;
import io.tiercel.client.ResidencyWatch;
import io.tiercel.client.ResidencyWatch.ResidencyListener;
import io.tiercel.client.TiercelClient;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.hdfs.locate.FileRange;
import io.tiercel.hdfs.memory.BlockReaders;
import io.tiercel.hdfs.memory.DeviceCurves;
import io.tiercel.hdfs.memory.ProtocolMessages;
import io.tiercel.model.Block;
import io.tiercel.model.BlockId;
import io.tiercel.model.Replica;
import io.tiercel.model.Residency;
import io.tiercel.protocol.Eviction;
import io.tiercel.protocol.Placed;
import io.tiercel.protocol.Range;
import io.tiercel.protocol.Residence;
import io.tiercel.protocol.Selection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A job's side of the coordinator: asks for its input, says what its tasks have begun and finished to read, and hears how much of it is in
 * memory. Nobody waits for the coordinator, except {@link #close} for a moment. Thread-safe.
 */
final class JobMemory implements TaskInput.ResidencySource, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JobMemory.class);
    private static final long RELEASE_MILLIS = 1_000;

    private final HostRegistry hosts;
    private final TiercelClient client;
    private final JobSession session;
    private final ResidencyWatch watch;

    /** Null if the job says nothing of containers. */
    private volatile @Nullable PreferenceSession preferences;

    private final CountDownLatch firstAnswer = new CountDownLatch(1);

    /** Guarded by this, as is all below. */
    private final BlockReaders<BlockId> readers = new BlockReaders<>();

    private final Map<BlockId, Map<Integer, Residency>> resident = new HashMap<>();

    /** Whether the coordinator has said all that it knows. Until then block locations hold, which are older. */
    private boolean answered;

    private long generation;
    private boolean closed;
    private Availability.@Nullable State reported;

    /** Begins to connect, and takes over what was requested under the job's name. */
    JobMemory(ClientSettings settings, String job, HostRegistry hosts) {
        this.hosts = hosts;
        this.client = new TiercelClient(settings, this::note);
        this.session = client.job(job);
        session.adopt();
        this.watch = client.watch(job, new Listener());
    }

    private synchronized void note(Availability now) {
        boolean changed = reported != now.state();
        boolean wasAbsent = reported == Availability.State.ABSENT;
        reported = now.state();
        if (closed || !changed) {
            return;
        }
        if (now.state() == Availability.State.ABSENT) {
            firstAnswer.countDown();
            LOG.warn("Tiercel: {}; tasks are placed without regard to what is in memory until it is back", now.why());
        } else if (wasAbsent) {
            LOG.info("Tiercel: the coordinator is there again");
        }
    }

    /** Says which containers the application prefers, until the job ends. Called once. */
    PreferenceSession preferences(String application, int attempt) {
        PreferenceSession opened = client.preferences(
                application,
                attempt,
                why -> LOG.warn("Tiercel: containers are granted as by YARN, because of the coordinator: {}", why));
        preferences = opened;
        return opened;
    }

    /** The curves of devices that agents have measured; empty if the coordinator is not there. */
    CompletableFuture<Optional<DeviceCurves>> curves() {
        return client.status()
                .thenApply(status -> status.value().map(reply -> DeviceCurves.of(reply, hosts)))
                .exceptionally(error -> Optional.empty());
    }

    /** Requests that parts of files be in memory, each until a task has read it. */
    void prefetch(Collection<FileRange> ranges) {
        Map<String, Selection.Builder> files = new LinkedHashMap<>();
        for (FileRange range : ranges) {
            files.computeIfAbsent(range.path().toString(), path -> Selection.newBuilder()
                            .setPath(path))
                    .addRanges(Range.newBuilder().setOffset(range.start()).setLength(range.length()));
        }
        List<Selection> data =
                files.values().stream().map(Selection.Builder::build).toList();
        if (!data.isEmpty()) {
            session.prefetch(data, Eviction.EVICT_AFTER_READ, OptionalLong.empty())
                    .answer()
                    .thenAccept(answer -> {
                        if (answer.value().isEmpty()) {
                            LOG.warn("Tiercel: the job's input is not brought into memory: {}", answer.why());
                        }
                    });
        }
    }

    /** Subscribes to what tasks read, by their numbers. Tasks that have begun or finished before count as such. */
    void watch(Map<Integer, List<Block>> blocksByTask) {
        List<Placed> placed = new ArrayList<>();
        List<BlockId> begun = new ArrayList<>();
        List<BlockId> read = new ArrayList<>();
        synchronized (this) {
            blocksByTask.forEach((task, blocks) -> {
                Map<BlockId, Block> named = new LinkedHashMap<>();
                blocks.stream().filter(block -> block.id() != null).forEach(block -> named.put(block.id(), block));
                readers.add(task, named.keySet())
                        .forEach(id -> placed.add(ProtocolMessages.placed(named.get(id), id, hosts)));
            });
            for (Placed each : placed) {
                BlockId id = ProtocolMessages.block(each.getBlock());
                if (readers.isRead(id)) {
                    read.add(id);
                } else if (readers.isBegun(id)) {
                    begun.add(id);
                }
            }
        }
        // Says that it is answered also if there is nothing to ask about.
        watch.add(placed, this::answered);
        say(begun, read);
    }

    private void answered() {
        synchronized (this) {
            answered = true;
            generation++;
        }
        firstAnswer.countDown();
    }

    /** Waits until the coordinator has said what it knows, or is found to be away; at most {@code budget}. */
    void awaitAnswer(Duration budget) throws InterruptedException {
        firstAnswer.await(budget.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Tasks have got containers: blocks that only they read, and that are not in memory yet, would come too late. */
    void begun(Collection<Integer> tasks) {
        List<BlockId> begun = new ArrayList<>();
        synchronized (this) {
            tasks.forEach(task -> begun.addAll(readers.launch(task)));
        }
        say(begun, List.of());
    }

    /** Tasks have read their input. */
    void finished(Collection<Integer> tasks) {
        List<BlockId> read = new ArrayList<>();
        synchronized (this) {
            tasks.forEach(task -> read.addAll(readers.finish(task)));
        }
        say(List.of(), read);
    }

    private void say(List<BlockId> begun, List<BlockId> read) {
        if (!begun.isEmpty()) {
            session.begun(ProtocolMessages.blocks(begun));
        }
        if (!read.isEmpty()) {
            List<io.tiercel.protocol.BlockId> blocks = ProtocolMessages.blocks(read);
            session.read(blocks);
            watch.remove(blocks);
        }
    }

    @Override
    public synchronized Residency of(Block block, Replica replica) {
        BlockId id = block.id();
        Map<Integer, Residency> nodes = id == null ? null : resident.get(id);
        if (nodes == null) {
            return answered && id != null ? Residency.NONE : replica.residency();
        }
        int node = hosts.canonical(replica.node());
        return nodes.entrySet().stream()
                .filter(each -> hosts.canonical(each.getKey()) == node)
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(Residency.NONE);
    }

    @Override
    public synchronized long generation() {
        return generation;
    }

    private final class Listener implements ResidencyListener {
        @Override
        public void changed(List<Residence> events) {
            synchronized (JobMemory.this) {
                events.forEach(this::changed);
                generation++;
            }
        }

        private void changed(Residence event) {
            BlockId id = ProtocolMessages.block(event.getBlock());
            Residency residency = ProtocolMessages.residency(event);
            Map<Integer, Residency> nodes = resident.computeIfAbsent(id, none -> new HashMap<>());
            int node = hosts.node(event.getHost());
            if (residency.equals(Residency.NONE)) {
                nodes.remove(node);
            } else {
                nodes.put(node, residency);
            }
            if (nodes.isEmpty()) {
                resident.remove(id);
            }
        }

        @Override
        public void repeated() {
            answered();
        }

        @Override
        public void lost() {
            synchronized (JobMemory.this) {
                resident.clear();
                answered = false;
                generation++;
            }
        }
    }

    /** Gives back all that the job refers to, and waits for that a moment at most. If it fails, the lease ends it. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        watch.close();
        PreferenceSession said = preferences;
        if (said != null) {
            said.close();
        }
        CompletableFuture<?> released = session.end();
        if (client.availability().state() != Availability.State.ABSENT) {
            await(released);
        }
        client.close();
    }

    private static void await(CompletableFuture<?> released) {
        try {
            released.get(RELEASE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // The lease ends it.
        }
    }
}

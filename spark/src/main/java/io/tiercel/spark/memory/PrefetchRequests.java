package io.tiercel.spark.memory;

import io.tiercel.client.Answer;
import io.tiercel.client.JobSession;
import io.tiercel.client.TiercelClient;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.model.BlockId;
import io.tiercel.protocol.BlockState;
import io.tiercel.protocol.Eviction;
import io.tiercel.protocol.MigrationState;
import io.tiercel.protocol.PrefetchReply;
import io.tiercel.protocol.Range;
import io.tiercel.protocol.Selection;
import io.tiercel.protocol.Skipped;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** What an application has the coordinator bring into memory for it. Nobody waits in here; answers come on other threads. */
public final class PrefetchRequests {
    /** Runs something with the connection, soon and elsewhere; not at all once it is closed. */
    interface Connection {
        void with(BiConsumer<TiercelClient, JobSession> action);
    }

    /** What was asked for together, to be taken back together. */
    public static final class Request {
        private final List<Selection> data;

        private Request(List<Selection> data) {
            this.data = data;
        }
    }

    private final HostRegistry hosts;
    private final Connection connection;
    private final Consumer<Set<BlockId>> wantedAnew;

    /** @param wantedAnew told, where the connection runs its actions, of blocks before they are asked for */
    PrefetchRequests(HostRegistry hosts, Connection connection, Consumer<Set<BlockId>> wantedAnew) {
        this.hosts = hosts;
        this.connection = connection;
        this.wantedAnew = wantedAnew;
    }

    /** What the coordinator knows of the cluster now; empty if it is not there. */
    public CompletableFuture<Optional<ClusterMemory>> cluster() {
        CompletableFuture<Optional<ClusterMemory>> answer = new CompletableFuture<>();
        connection.with((client, job) -> client.status()
                .thenAccept(status -> answer.complete(status.value().map(reply -> ClusterMemory.of(reply, hosts))))
                .exceptionally(error -> {
                    answer.complete(Optional.empty());
                    return null;
                }));
        return answer;
    }

    /**
     * Asks for blocks, each until the application has read it.
     *
     * @param neededByMillis when they are needed, since the epoch
     * @param refused called once: why some will not come in, one line for each reason; empty if all will
     */
    public Request request(Collection<RequestedBlock> blocks, long neededByMillis, Consumer<List<String>> refused) {
        Request request = new Request(selections(blocks));
        Set<BlockId> ids = blocks.stream().map(RequestedBlock::id).collect(Collectors.toSet());
        connection.with((client, job) -> {
            wantedAnew.accept(ids);
            job.prefetch(request.data, Eviction.EVICT_AFTER_READ, OptionalLong.of(neededByMillis))
                    .thenAccept(answer -> refused.accept(refusals(answer)));
        });
        return request;
    }

    /** These blocks are read, or will not be: what was asked for of them is not wanted any more. */
    public void done(Collection<BlockId> blocks) {
        if (!blocks.isEmpty()) {
            List<io.tiercel.protocol.BlockId> ids = ProtocolMessages.blocks(blocks);
            connection.with((client, job) -> job.read(ids));
        }
    }

    /** A request need not be repeated to a coordinator that has forgotten it. */
    public void forget(Request request) {
        connection.with((client, job) -> job.forget(request.data));
    }

    /** One selection for each file, however many blocks of it. */
    private static List<Selection> selections(Collection<RequestedBlock> blocks) {
        Map<String, Selection.Builder> files = new LinkedHashMap<>();
        for (RequestedBlock block : blocks) {
            files.computeIfAbsent(block.path(), path -> Selection.newBuilder().setPath(path))
                    .addRanges(Range.newBuilder().setOffset(block.offset()).setLength(block.length()));
        }
        return files.values().stream().map(Selection.Builder::build).toList();
    }

    private static List<String> refusals(Answer<PrefetchReply> answer) {
        if (answer.value().isEmpty()) {
            return List.of(answer.why());
        }
        PrefetchReply reply = answer.value().get();
        List<String> reasons = new ArrayList<>();
        reply.getSkippedList().stream().map(Skipped::getText).forEach(reasons::add);
        reply.getBlocksList().stream()
                .filter(block -> block.getState() == MigrationState.FAILED)
                .map(BlockState::getReason)
                .forEach(reasons::add);
        return reasons.stream().distinct().toList();
    }
}

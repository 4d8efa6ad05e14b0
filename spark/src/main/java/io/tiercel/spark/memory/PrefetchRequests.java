package io.tiercel.spark.memory;

import io.tiercel.client.Answer;
import io.tiercel.client.JobSession;
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
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** An application's requests to bring blocks into memory. Callers never wait; answers come on other threads. */
public final class PrefetchRequests {
    /**
     * A block that is requested to be brought into memory.
     *
     * @param path of the file, as the application names it
     * @param offset of the first byte that is read of it, in the file
     * @param length bytes that are read of it, above 0
     */
    public record RequestedBlock(BlockId id, String path, long offset, long length) {}

    /** Blocks that are requested together, and forgotten together. */
    public static final class Request {
        /** The number of the hint, 0 before it is made. Confined to the connection's thread. */
        private long hint;

        private Request() {}
    }

    private final HostRegistry hosts;
    private final CoordinatorConnection connection;

    PrefetchRequests(HostRegistry hosts, CoordinatorConnection connection) {
        this.hosts = hosts;
        this.connection = connection;
    }

    /** The state of the cluster as the coordinator knows it; empty if the coordinator is not there. */
    public CompletableFuture<Optional<ClusterMemory>> cluster() {
        return connection.status(reply -> ClusterMemory.of(reply, hosts));
    }

    /**
     * Requests blocks, each until the application has read it.
     *
     * @param neededByMillis when they are needed, since the epoch
     * @param refused called once with one line for each reason why blocks will not come in; empty if all will
     */
    public Request request(Collection<RequestedBlock> blocks, long neededByMillis, Consumer<List<String>> refused) {
        Request request = new Request();
        List<Selection> data = selections(blocks);
        Set<BlockId> ids = blocks.stream().map(RequestedBlock::id).collect(Collectors.toSet());
        with(session -> {
            connection.withdrawReads(ids);
            JobSession.Hint hint = session.prefetch(data, Eviction.EVICT_AFTER_READ, OptionalLong.of(neededByMillis));
            request.hint = hint.number();
            hint.answer().thenAccept(answer -> refused.accept(refusals(answer)));
        });
        return request;
    }

    /** Ends requests of blocks that have been read, or will not be. */
    public void done(Collection<BlockId> blocks) {
        if (!blocks.isEmpty()) {
            connection.unwanted(blocks);
        }
    }

    /** Does not repeat a request to a coordinator that restarts. */
    public void forget(Request request) {
        with(session -> session.forget(request.hint));
    }

    private void with(Consumer<JobSession> action) {
        connection.with(open -> action.accept(open.session()), () -> {});
    }

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

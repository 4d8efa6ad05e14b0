package io.tiercel.migrate;

import io.tiercel.model.BlockId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Names and sizes that tests of migrations share. */
final class Samples {
    static final long SECOND = 1_000_000_000L;
    static final long MB = 1_000_000;

    private Samples() {}

    static BlockId block(long id) {
        return new BlockId("BP-1", id, 1001);
    }

    static List<BlockId> blocks(int from, int to) {
        return IntStream.range(from, to).mapToObj(Samples::block).toList();
    }

    /** The first device of the agent {@code n<node>}. */
    static DeviceId device(int node) {
        return new DeviceId("n" + node, 0);
    }

    static PendingMigration pending(long id, long bytes, int... nodes) {
        List<DeviceId> replicas = new ArrayList<>();
        for (int node : nodes) {
            replicas.add(device(node));
        }
        return new PendingMigration(block(id), bytes, replicas);
    }

    /** Migrations of blocks {@code from} until before {@code to}, all on the same nodes. */
    static List<PendingMigration> range(int from, int to, long bytes, int... nodes) {
        return IntStream.range(from, to)
                .mapToObj(id -> pending(id, bytes, nodes))
                .toList();
    }
}

package io.tiercel.migrate.ledger;

import io.tiercel.migrate.bind.PendingMigration;
import io.tiercel.model.BlockId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Names and sizes that tests of migrations share. */
public final class Samples {
    public static final long SECOND = 1_000_000_000L;
    public static final long MB = 1_000_000;

    private Samples() {}

    public static BlockId block(long id) {
        return new BlockId("BP-1", id, 1001);
    }

    public static List<BlockId> blocks(int from, int to) {
        return IntStream.range(from, to).mapToObj(Samples::block).toList();
    }

    /** The first device of the agent {@code n<node>}. */
    public static DeviceId device(int node) {
        return new DeviceId("n" + node, 0);
    }

    public static PendingMigration pending(long id, long bytes, int... nodes) {
        List<DeviceId> replicas = new ArrayList<>();
        for (int node : nodes) {
            replicas.add(device(node));
        }
        return new PendingMigration(block(id), bytes, replicas);
    }

    /** Migrations of blocks {@code from} until before {@code to}, all on the same nodes. */
    public static List<PendingMigration> range(int from, int to, long bytes, int... nodes) {
        return IntStream.range(from, to)
                .mapToObj(id -> pending(id, bytes, nodes))
                .toList();
    }
}

package io.tiercel.bench.migrate;

import io.tiercel.migrate.BlockStateListener;
import io.tiercel.migrate.DeviceReport;
import io.tiercel.migrate.JobRegistry.HintRequest;
import io.tiercel.migrate.MigrationSettings;
import io.tiercel.migrate.Migrations;
import io.tiercel.migrate.bind.LateBinder;
import io.tiercel.migrate.bind.PendingMigration;
import io.tiercel.migrate.ledger.DeviceDescription;
import io.tiercel.migrate.ledger.DeviceId;
import io.tiercel.migrate.ledger.EvictionMode;
import io.tiercel.migrate.ledger.HintMark;
import io.tiercel.migrate.ledger.JobId;
import io.tiercel.model.BlockId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A cluster by name: {@code BLOCKSxNODES}, blocks of 128 MiB that are all pending, three replicas of each on random nodes, nodes of one
 * device of 100 MB/s, jobs of 10,000 blocks.
 */
final class Load {
    private static final Pattern NAME = Pattern.compile("(\\d+)x(\\d+)");
    private static final long BLOCK = 128 << 20;
    private static final long SECOND = 1_000_000_000L;
    private static final int JOB = 10_000;

    private final Migrations migrations =
            new Migrations(MigrationSettings.DEFAULT, new LateBinder(), (use, now) -> 0, BlockStateListener.NONE, 0);
    private final List<String> agents = new ArrayList<>();
    private long now;
    private int next;

    private Load(int blocks, int nodes) {
        for (int node = 0; node < nodes; node++) {
            agents.add("node" + node);
            migrations
                    .agents()
                    .join(
                            agents.get(node),
                            agents.get(node),
                            List.of(new DeviceDescription(1e8)),
                            Long.MAX_VALUE / 2,
                            List.of(),
                            now);
        }
        Random random = new Random(7);
        for (int from = 0; from < blocks; from += JOB) {
            List<PendingMigration> job = new ArrayList<>();
            for (int id = from; id < Math.min(blocks, from + JOB); id++) {
                job.add(new PendingMigration(new BlockId("BP-1", id, 1001), BLOCK, replicas(random)));
            }
            migrations
                    .jobs()
                    .hint(
                            new HintRequest(
                                    JobId.of("job" + from),
                                    Optional.empty(),
                                    job,
                                    EvictionMode.EXPLICIT,
                                    Long.MAX_VALUE,
                                    HintMark.at(now)),
                            now);
        }
    }

    private List<DeviceId> replicas(Random random) {
        List<DeviceId> replicas = new ArrayList<>();
        while (replicas.size() < Math.min(3, agents.size())) {
            DeviceId device = new DeviceId(agents.get(random.nextInt(agents.size())), 0);
            if (!replicas.contains(device)) {
                replicas.add(device);
            }
        }
        return replicas;
    }

    static Load named(String name) {
        Matcher parts = NAME.matcher(name);
        if (!parts.matches()) {
            throw new IllegalArgumentException("load: expected BLOCKSxNODES, got " + name);
        }
        return new Load(Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2)));
    }

    /** Recomputes all targets. */
    int retarget() {
        migrations.retarget(now);
        return migrations.views().pending();
    }

    /**
     * The next agent has brought in all that it was asked for, and asks again; time goes on as fast as if each asked once a second.
     */
    int cycle() {
        String agent = agents.get(next);
        next = (next + 1) % agents.size();
        now += SECOND / agents.size();
        var orders = migrations
                .agents()
                .poll(agent, List.of(new DeviceReport(0, List.of(), 0, Integer.MAX_VALUE)), now)
                .orElseThrow();
        for (var order : orders.migrate()) {
            migrations.agents().migrated(agent, order.block(), order.bytes(), 0, 1, now);
        }
        return orders.migrate().size();
    }

    int blocks() {
        return migrations.views().blocks();
    }
}

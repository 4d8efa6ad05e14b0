package io.tiercel.migrate;

import static io.tiercel.migrate.ledger.EvictionMode.EXPLICIT;
import static io.tiercel.migrate.ledger.Samples.MB;
import static io.tiercel.migrate.ledger.Samples.SECOND;
import static io.tiercel.migrate.ledger.Samples.range;
import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.migrate.AgentOrders.BoundMigration;
import io.tiercel.migrate.bind.LateBinder;
import io.tiercel.migrate.estimate.EstimatorSettings;
import io.tiercel.migrate.ledger.DeviceDescription;
import io.tiercel.migrate.ledger.JobId;
import io.tiercel.migrate.status.JobLook;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobLookTest {
    private static final int BLOCKS = JobLook.MOST_FAILED + 1;

    private final Migrations migrations = new Migrations(
            new MigrationSettings(SECOND, 30 * SECOND, 0, EstimatorSettings.DEFAULT),
            new LateBinder(),
            (use, time) -> time - use.lastUse(),
            BlockStateListener.NONE,
            0);

    private long now;

    private List<BoundMigration> poll() {
        now += SECOND / 10;
        return migrations
                .agents()
                .poll("n0", List.of(new DeviceReport(0, List.of(), 0, Integer.MAX_VALUE)), now)
                .orElseThrow()
                .migrate();
    }

    @Test
    void aLookNamesSomeOfManyFailures() {
        migrations.agents().join("n0", "n0", List.of(new DeviceDescription(1e8)), 1000 * MB, List.of(), now);
        migrations.jobs().hint(Requests.hint("a", range(0, BLOCKS, 1, 0), EXPLICIT, Long.MAX_VALUE, now), now);
        for (List<BoundMigration> bound = poll(); !bound.isEmpty(); bound = poll()) {
            bound.forEach(each -> migrations.agents().failed("n0", each.block(), "gone", 0, now));
        }

        JobLook look = migrations.views().look(JobId.of("a"), false).orElseThrow();
        boolean mayHaveMore = true;
        while (mayHaveMore) {
            mayHaveMore = look.step(500, now);
        }

        assertThat(look.job().blocks().failed()).isEqualTo(BLOCKS);
        assertThat(look.failed()).hasSize(JobLook.MOST_FAILED);
    }
}

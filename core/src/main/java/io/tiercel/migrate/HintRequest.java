package io.tiercel.migrate;

import io.tiercel.migrate.bind.PendingMigration;
import io.tiercel.migrate.ledger.EvictionMode;
import io.tiercel.migrate.ledger.HintMark;
import io.tiercel.migrate.ledger.MigrationPriority;
import io.tiercel.migrate.ledger.SourceFile;
import java.util.List;
import java.util.Optional;

/**
 * A job will read some blocks.
 *
 * @param file to which the blocks belong, if that is known; another version of it that is known loses its blocks
 * @param mode how the job's references end
 * @param neededBy nanoseconds at which the blocks should be in memory; {@link MigrationPriority#WHENEVER} for no time
 * @param mark the hint's number in its session, and when it arrived
 */
public record HintRequest(
        String job,
        Optional<SourceFile> file,
        List<PendingMigration> blocks,
        EvictionMode mode,
        long neededBy,
        HintMark mark) {}

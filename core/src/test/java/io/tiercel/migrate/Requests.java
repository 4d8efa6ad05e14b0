package io.tiercel.migrate;

import io.tiercel.migrate.JobRegistry.HintRequest;
import io.tiercel.migrate.JobRegistry.Read;
import io.tiercel.migrate.bind.PendingMigration;
import io.tiercel.migrate.ledger.EvictionMode;
import io.tiercel.migrate.ledger.HintMark;
import io.tiercel.migrate.ledger.JobId;
import io.tiercel.model.BlockId;
import java.util.List;
import java.util.Optional;

/** Hints for blocks of which no file is known, and reads, by a caller without a session. */
final class Requests {
    private Requests() {}

    static HintRequest hint(String job, List<PendingMigration> blocks, EvictionMode mode, long neededBy, long now) {
        return new HintRequest(JobId.of(job), Optional.empty(), blocks, mode, neededBy, HintMark.at(now));
    }

    static Read read(BlockId block, long now) {
        return new Read(block, true, HintMark.at(now));
    }

    static Read begun(BlockId block, long now) {
        return new Read(block, false, HintMark.at(now));
    }
}

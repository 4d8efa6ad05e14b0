package io.tiercel.coordinator.state;

import io.tiercel.config.Excerpt;
import io.tiercel.hdfs.resolve.PathSelection;
import io.tiercel.hdfs.resolve.PathSelection.ByteRange;
import io.tiercel.hdfs.resolve.Resolution.Skip;
import io.tiercel.hdfs.resolve.WalkLimits;
import io.tiercel.migrate.ledger.EvictionMode;
import io.tiercel.migrate.ledger.PhaseCounts;
import io.tiercel.migrate.status.BlockStatus;
import io.tiercel.protocol.BlockCounts;
import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.BlockState;
import io.tiercel.protocol.Eviction;
import io.tiercel.protocol.MigrationState;
import io.tiercel.protocol.Range;
import io.tiercel.protocol.ReadCurve;
import io.tiercel.protocol.Selection;
import io.tiercel.protocol.Skipped;
import java.util.List;
import java.util.Optional;

/** Translates between the contract's messages and the coordinator's own values. */
public final class Translation {
    /** Pools of an HDFS, and the hosts of a large cluster. */
    private static final SharedNames NAMES = new SharedNames(20_000);

    /** An application names a stage's files one by one. A hint stops at fewer. */
    private static final int MOST_PATHS = 100_000;

    /** Pools have shorter names. */
    private static final int MOST_POOL_CHARACTERS = 255;

    private Translation() {}

    /** @throws IllegalArgumentException if the pool's name is longer than any: names of blocks are kept */
    public static io.tiercel.model.BlockId block(BlockId id) {
        if (id.getPool().length() > MOST_POOL_CHARACTERS) {
            throw new IllegalArgumentException("pool: expected at most " + MOST_POOL_CHARACTERS + " characters, got "
                    + id.getPool().length());
        }
        return new io.tiercel.model.BlockId(NAMES.shared(id.getPool()), id.getBlock(), id.getGeneration());
    }

    public static List<String> hosts(List<String> hosts) {
        return hosts.stream().map(NAMES::shared).toList();
    }

    public static List<io.tiercel.model.BlockId> blocks(List<BlockId> ids) {
        return ids.stream().map(Translation::block).toList();
    }

    public static BlockId block(io.tiercel.model.BlockId id) {
        return BlockId.newBuilder()
                .setPool(id.pool())
                .setBlock(id.id())
                .setGeneration(id.generation())
                .build();
    }

    /** @throws RefusedCallException if more is named than any application has use for */
    public static List<PathSelection> selections(List<Selection> selections) {
        requireBounds(selections);
        return selections.stream()
                .map(each -> new PathSelection(
                        each.getPath(),
                        each.getRangesList().stream()
                                .map(range -> new ByteRange(range.getOffset(), range.getLength()))
                                .toList()))
                .toList();
    }

    private static void requireBounds(List<Selection> selections) {
        requireAtMost(MOST_PATHS, selections.size(), "paths");
        // An application names each block by a range.
        requireAtMost(
                WalkLimits.MOST_BLOCKS,
                selections.stream().mapToLong(Selection::getRangesCount).sum(),
                "ranges of files");
    }

    /** @throws RefusedCallException in one line, if a request names more */
    public static void requireAtMost(int most, long named, String what) {
        if (named > most) {
            throw new RefusedCallException(
                    RefusedCallException.Kind.TOO_MUCH,
                    "a request may name at most " + most + " " + what + ", got " + named + "; name less at a time");
        }
    }

    /** As {@link #selections}, and at least one. */
    public static List<PathSelection> some(List<Selection> selections) {
        requireSome(selections);
        return selections(selections);
    }

    /**
     * Checks a request before it waits for its turn.
     *
     * @throws IllegalArgumentException if nothing is selected
     * @throws RefusedCallException if more is named than any application has use for
     */
    public static void requireSome(List<Selection> selections) {
        if (selections.isEmpty()) {
            throw new IllegalArgumentException("data: expected at least one path, got none");
        }
        requireBounds(selections);
    }

    /** @throws IllegalArgumentException if it is no name that people could read in a list */
    public static String job(String name) {
        if (name.isBlank() || name.length() > 200 || name.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(
                    "job: expected a name of 1 to 200 characters, got '" + Excerpt.of(name) + "'");
        }
        return name;
    }

    public static EvictionMode mode(Eviction eviction) {
        return eviction == Eviction.EVICT_AFTER_READ ? EvictionMode.IMPLICIT : EvictionMode.EXPLICIT;
    }

    public static Skipped skipped(Skip skip) {
        Skipped.Builder skipped = Skipped.newBuilder()
                .setPath(skip.path())
                .setReason(skip.reason())
                .setText(skip.text());
        skip.range()
                .ifPresent(range -> skipped.setRange(
                        Range.newBuilder().setOffset(range.offset()).setLength(range.length())));
        return skipped.build();
    }

    /** @param host where the block is, or is bound to; empty if nowhere */
    static BlockState block(BlockStatus block, String host) {
        MigrationState phase =
                switch (block.phase()) {
                    case PENDING -> MigrationState.PENDING;
                    case BOUND -> MigrationState.BOUND;
                    case RESIDENT -> MigrationState.RESIDENT;
                    case FAILED -> MigrationState.FAILED;
                };
        return BlockState.newBuilder()
                .setBlock(block(block.block()))
                .setPath(block.path())
                .setOffset(block.offset())
                .setLength(block.bytes())
                .setState(phase)
                .setHost(host)
                .setReason(phase == MigrationState.FAILED ? block.why() : "")
                .build();
    }

    /** Empty if no device can have it. */
    static Optional<io.tiercel.model.ReadCurve> curve(ReadCurve curve) {
        return io.tiercel.model.ReadCurve.ifPlausible(curve.getOne(), curve.getMost(), curve.getLoss());
    }

    static ReadCurve curve(io.tiercel.model.ReadCurve curve) {
        return ReadCurve.newBuilder()
                .setOne(curve.one())
                .setMost(curve.most())
                .setLoss(curve.loss())
                .build();
    }

    static BlockCounts counts(PhaseCounts counts) {
        return BlockCounts.newBuilder()
                .setWanted(counts.wanted())
                .setPending(counts.pending())
                .setBound(counts.bound())
                .setResident(counts.resident())
                .setFailed(counts.failed())
                .setWantedBytes(counts.wantedBytes())
                .setResidentBytes(counts.residentBytes())
                .build();
    }
}

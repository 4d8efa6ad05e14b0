package io.tiercel.coordinator.service;

import io.tiercel.coordinator.state.Views;
import io.tiercel.hdfs.resolve.ByteRange;
import io.tiercel.hdfs.resolve.PathSelection;
import io.tiercel.hdfs.resolve.Skip;
import io.tiercel.migrate.ledger.EvictionMode;
import io.tiercel.protocol.BlockCounts;
import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.BlockState;
import io.tiercel.protocol.Eviction;
import io.tiercel.protocol.MigrationState;
import io.tiercel.protocol.Range;
import io.tiercel.protocol.Residence;
import io.tiercel.protocol.Selection;
import io.tiercel.protocol.Skipped;
import java.util.List;

/** Between the contract's messages and our own values. */
final class Translation {
    private Translation() {}

    static io.tiercel.model.BlockId block(BlockId id) {
        // One string for all blocks of a pool: each message brings its own.
        return new io.tiercel.model.BlockId(id.getPool().intern(), id.getBlock(), id.getGeneration());
    }

    static List<io.tiercel.model.BlockId> blocks(List<BlockId> ids) {
        return ids.stream().map(Translation::block).toList();
    }

    static BlockId block(io.tiercel.model.BlockId id) {
        return BlockId.newBuilder()
                .setPool(id.pool())
                .setBlock(id.id())
                .setGeneration(id.generation())
                .build();
    }

    static List<PathSelection> selections(List<Selection> selections) {
        return selections.stream()
                .map(each -> new PathSelection(
                        each.getPath(),
                        each.getRangesList().stream()
                                .map(range -> new ByteRange(range.getOffset(), range.getLength()))
                                .toList()))
                .toList();
    }

    /** @throws IllegalArgumentException if nothing is selected */
    static List<PathSelection> some(List<Selection> selections) {
        if (selections.isEmpty()) {
            throw new IllegalArgumentException("data: expected at least one path, got none");
        }
        return selections(selections);
    }

    /** @throws IllegalArgumentException if it is no name that people could read in a list */
    static String job(String name) {
        if (name.isBlank() || name.length() > 200 || name.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("job: expected a name of 1 to 200 characters, got '" + name + "'");
        }
        return name;
    }

    static EvictionMode mode(Eviction eviction) {
        return eviction == Eviction.EVICT_AFTER_READ ? EvictionMode.IMPLICIT : EvictionMode.EXPLICIT;
    }

    static Skipped skipped(Skip skip) {
        Skipped.Builder skipped = Skipped.newBuilder()
                .setPath(skip.path())
                .setReason(skip.reason())
                .setText(skip.text());
        skip.range()
                .ifPresent(range -> skipped.setRange(
                        Range.newBuilder().setOffset(range.offset()).setLength(range.length())));
        return skipped.build();
    }

    static BlockState block(Views.Block block) {
        return BlockState.newBuilder()
                .setBlock(block(block.block()))
                .setPath(block.path())
                .setOffset(block.offset())
                .setLength(block.length())
                .setState(
                        switch (block.stage()) {
                            case PENDING -> MigrationState.PENDING;
                            case BOUND -> MigrationState.BOUND;
                            case RESIDENT -> MigrationState.RESIDENT;
                            case FAILED -> MigrationState.FAILED;
                        })
                .setHost(block.host())
                .setReason(block.reason())
                .build();
    }

    static BlockCounts counts(Views.Counts counts) {
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

    static Residence residence(Views.Residence residence) {
        Residence.Builder builder = Residence.newBuilder()
                .setBlock(block(residence.block()))
                .setHost(residence.host())
                .setState(residence.state())
                .setResidentBytes(residence.residentBytes())
                .setLength(residence.length());
        residence.expected().ifPresent(builder::setExpectedMillis);
        residence.cachedFor().ifPresent(builder::setCachedForMillis);
        return builder.build();
    }
}

package io.tiercel.agent.migrate;

import io.tiercel.agent.BlockStore.StoredReplica;
import io.tiercel.linux.PinnedFile;
import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.Held;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The blocks that this agent holds in memory. Bytes held and bytes reserved for blocks on their way in never exceed the budget
 * together. Both count in whole pages, as the kernel counts them. Their mappings never exceed a limit of their own. Thread-safe.
 */
public final class PinnedBlocks {
    /** One block in memory; without a file if the process may not lock, and the block is merely in the page cache. */
    public record Pin(StoredReplica stored, @Nullable PinnedFile file) {}

    /** While a block is locked piece by piece, the kernel counts its locked part and its rest. */
    private static final long MAPPINGS_ON_THE_WAY = 2;

    private long budget;
    private final long mostMappings;
    private final Map<BlockId, Pin> byBlock = new LinkedHashMap<>();
    private long reserved;
    private long onTheWay;
    private long held;
    private long locked;
    private long changes;

    /**
     * @param budget bytes
     * @param mostMappings mappings of the process that blocks may take
     */
    public PinnedBlocks(long budget, long mostMappings) {
        this.budget = budget;
        this.mostMappings = mostMappings;
    }

    public synchronized long budget() {
        return budget;
    }

    /** Sets another budget. Blocks beyond it stay until they are released. */
    synchronized void limit(long bytes) {
        budget = bytes;
    }

    /** Releases blocks until the rest fits into the budget, and says which. */
    synchronized List<BlockId> releaseBeyondBudget() {
        List<BlockId> released = new ArrayList<>();
        for (BlockId block : List.copyOf(byBlock.keySet())) {
            if (held > budget && release(block)) {
                released.add(block);
            }
        }
        return released;
    }

    /** Reserves room for a block. Says why if there is not enough; then nothing is reserved. */
    public synchronized Optional<String> reserve(long length) {
        long bytes = PinnedFile.lockedBytes(length);
        if (bytes > budget - held - reserved) {
            return Optional.of(MigrationFailure.NO_ROOM.reason() + ": " + held + " of " + budget
                    + " bytes are taken, and the block has " + length);
        }
        if (locked + MAPPINGS_ON_THE_WAY * (onTheWay + 1) > mostMappings) {
            return Optional.of(MigrationFailure.TOO_MANY_MAPPINGS.reason() + ": " + locked
                    + " blocks are locked, and vm.max_map_count leaves " + mostMappings + " for them");
        }
        reserved += bytes;
        onTheWay++;
        return Optional.empty();
    }

    synchronized void cancel(long length) {
        reserved -= PinnedFile.lockedBytes(length);
        onTheWay--;
    }

    /**
     * Takes over a block that is in memory now, in the room reserved for it, and closes it later.
     *
     * @param wanted asked last, so that a block released before it turned false stays released
     * @return whether it was taken; if not, the room is still reserved
     */
    public synchronized boolean hold(BlockId block, Pin pin, BooleanSupplier wanted) {
        if (!wanted.getAsBoolean() || byBlock.putIfAbsent(block, pin) != null) {
            return false;
        }
        long bytes = PinnedFile.lockedBytes(pin.stored().length());
        cancel(pin.stored().length());
        held += bytes;
        locked += pin.file() == null ? 0 : 1;
        changes++;
        return true;
    }

    public synchronized Optional<Pin> find(BlockId block) {
        return Optional.ofNullable(byBlock.get(block));
    }

    /** Gives a block back to the kernel; false if it is not held. */
    public synchronized boolean release(BlockId block) {
        Pin pin = byBlock.remove(block);
        if (pin == null) {
            return false;
        }
        held -= PinnedFile.lockedBytes(pin.stored().length());
        changes++;
        if (pin.file() != null) {
            locked--;
            pin.file().close();
        }
        return true;
    }

    public synchronized void releaseAll() {
        List.copyOf(byBlock.keySet()).forEach(this::release);
    }

    public synchronized List<Held> held() {
        return byBlock.entrySet().stream()
                .map(entry -> Held.newBuilder()
                        .setBlock(entry.getKey())
                        .setStorage(entry.getValue().stored().storage())
                        .setBytes(entry.getValue().stored().length())
                        .build())
                .toList();
    }

    public synchronized boolean isEmpty() {
        return byBlock.isEmpty();
    }

    public synchronized long heldBytes() {
        return held;
    }

    public synchronized int heldBlocks() {
        return byBlock.size();
    }

    /** The number of blocks taken over and given back so far. */
    public synchronized long changes() {
        return changes;
    }

    public synchronized Map<BlockId, Pin> snapshot() {
        return Map.copyOf(byBlock);
    }
}

package io.tiercel.agent.migrate;

import io.tiercel.agent.StoredReplica;
import io.tiercel.linux.PinnedFile;
import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.Held;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What this agent holds in memory. Bytes held and bytes reserved for what is coming in never exceed the budget together,
 * whoever asks; both are counted in whole pages, as the kernel counts them. Thread-safe.
 */
public final class PinnedBlocks implements AutoCloseable {
    /**
     * One block in memory.
     *
     * @param file what is locked; null if the process may not lock, and the block is merely in the page cache
     */
    public record Pin(StoredReplica stored, @Nullable PinnedFile file) {
        void close() {
            if (file != null) {
                file.close();
            }
        }
    }

    private final long budget;
    private final Map<BlockId, Pin> byBlock = new HashMap<>();
    private long reserved;
    private long held;
    private long changes;

    /** @param budget in bytes */
    public PinnedBlocks(long budget) {
        this.budget = budget;
    }

    public long budget() {
        return budget;
    }

    /** Sets room aside for a block; false if there is not so much. */
    public synchronized boolean reserve(long length) {
        long bytes = PinnedFile.lockedBytes(length);
        if (bytes > budget - held - reserved) {
            return false;
        }
        reserved += bytes;
        return true;
    }

    /** Gives back room that was set aside. */
    synchronized void cancel(long length) {
        reserved -= PinnedFile.lockedBytes(length);
    }

    /**
     * Takes a block over that has come in, in the room that was set aside for it; from now on it is this object's to close.
     *
     * @param wanted asked last, so that whatever was released before it turned false stays released
     * @return whether it was taken; if not, the room is still set aside
     */
    public synchronized boolean hold(BlockId block, Pin pin, BooleanSupplier wanted) {
        if (!wanted.getAsBoolean() || byBlock.putIfAbsent(block, pin) != null) {
            return false;
        }
        long bytes = PinnedFile.lockedBytes(pin.stored().length());
        reserved -= bytes;
        held += bytes;
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
        pin.close();
        return true;
    }

    /** Gives everything back; returns how many blocks there were. */
    public synchronized int releaseAll() {
        List<BlockId> all = List.copyOf(byBlock.keySet());
        all.forEach(this::release);
        return all.size();
    }

    /** For the coordinator. */
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

    /** Grows whenever a block is taken or given back. */
    public synchronized long changes() {
        return changes;
    }

    public synchronized Map<BlockId, Pin> snapshot() {
        return Map.copyOf(byBlock);
    }

    @Override
    public void close() {
        releaseAll();
    }
}

package io.tiercel.agent.migrate;

import io.tiercel.agent.BlockStore;
import io.tiercel.agent.BlockStore.StoredReplica;
import io.tiercel.linux.PageCacheQuery;
import io.tiercel.linux.PinnedFile;
import io.tiercel.linux.PinnedFile.LockRefusedException;
import io.tiercel.protocol.MigrationEnd;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.LongSupplier;

/**
 * Carries migrations out, one after the other: reads the replica, locks it if it may, and asks the kernel whether it is in memory.
 * One for each device; not thread-safe.
 */
final class Migrator {
    static final String CALLED_OFF = MigrationFailure.CALLED_OFF.reason();

    private final BlockStore store;
    private final PinnedBlocks pins;
    private final LockPermission permission;
    private final DeviceSpeed speed;
    private final LongSupplier nanos;
    private final PageCacheQuery query = new PageCacheQuery();
    private final BlockTransfer transfer;

    Migrator(BlockStore store, PinnedBlocks pins, LockPermission permission, DeviceSpeed speed, LongSupplier nanos) {
        this.store = store;
        this.pins = pins;
        this.permission = permission;
        this.speed = speed;
        this.nanos = nanos;
        this.transfer = new BlockTransfer(nanos);
    }

    /** Carries a migration out. The answer holds the reason of a failure; no exception does. */
    MigrationEnd run(Migration migration) {
        long began = nanos.getAsLong();
        MigrationEnd.Builder end = end(migration);
        transfer.clear();
        try {
            bringIn(migration, end);
        } catch (CancellationException e) {
            end.setFailure(migration.whyCalledOff());
        } catch (LockRefusedException e) {
            permission.refuse(e.getMessage());
            end.setFailure(e.getMessage());
        } catch (IOException | RuntimeException e) {
            end.setFailure(e.getMessage() == null ? e.toString() : e.getMessage());
        }
        long waited = transfer.waitedNanos(speed.fullBytesPerSecond());
        return end.setDurationMicros((nanos.getAsLong() - began) / 1_000)
                .setWaitedMicros(waited / 1_000)
                .build();
    }

    /** The end of a migration that brought nothing in. */
    static MigrationEnd failed(Migration migration, String why) {
        return end(migration).setFailure(why).build();
    }

    private static MigrationEnd.Builder end(Migration migration) {
        return MigrationEnd.newBuilder()
                .setMigration(migration.id())
                .setBlock(migration.block())
                .setStorage(migration.storage());
    }

    private void bringIn(Migration migration, MigrationEnd.Builder end) throws IOException {
        StoredReplica stored = stored(migration);
        if (pins.find(migration.block()).isPresent()) {
            end.setDone(true).setBytes(stored.length()).setFoundBytes(stored.length());
            return;
        }
        Optional<String> refusal = pins.reserve(stored.length());
        if (refusal.isPresent()) {
            throw new IOException(refusal.get());
        }
        boolean held = false;
        try {
            held = bringIn(migration, stored, end);
        } finally {
            if (!held) {
                pins.cancel(stored.length());
            }
        }
        if (!held) {
            throw new CancellationException();
        }
        end.setDone(true);
    }

    private StoredReplica stored(Migration migration) throws IOException {
        StoredReplica stored = store.find(migration.block())
                .orElseThrow(() -> new IOException("this node has no finished replica of the block"));
        if (!stored.storage().equals(migration.storage())) {
            throw new IOException("the replica is on storage " + stored.storage() + " now");
        }
        return stored;
    }

    /** Returns whether {@link PinnedBlocks} has taken the block over. */
    private boolean bringIn(Migration migration, StoredReplica stored, MigrationEnd.Builder end) throws IOException {
        boolean locks = permission.isGranted();
        PinnedFile file = PinnedFile.map(stored.file(), query);
        boolean locked = false;
        try {
            if (file.length() != stored.length()) {
                throw new IOException("the replica's file has " + file.length() + " bytes, not " + stored.length());
            }
            transfer(migration, new LockingTarget(file, locks), end);
            long resident = file.finish();
            end.setBytes(resident);
            if (resident < stored.length()) {
                throw new IOException(
                        "only " + resident + " of " + stored.length() + " bytes are in memory after reading");
            }
            if (!file.isStillAt(stored.file())) {
                throw new IOException("the replica's file was removed or rewritten meanwhile");
            }
            PinnedBlocks.Pin pin = new PinnedBlocks.Pin(stored, locks ? file : null);
            boolean held = pins.hold(migration.block(), pin, migration::isWanted);
            locked = held && locks;
            return held;
        } finally {
            if (!locked) {
                file.close();
            }
        }
    }

    private void transfer(Migration migration, BlockTransfer.Target target, MigrationEnd.Builder end)
            throws IOException {
        try (InputStream in = store.open(migration.block())) {
            BlockTransfer.Measured measured = transfer.run(in, target, migration);
            end.setFoundBytes(measured.foundBytes());
            speed.add(measured.deviceBytes(), measured.deviceNanos());
        }
    }

    /** @param locks whether the file's pieces are locked, or merely read */
    private record LockingTarget(PinnedFile file, boolean locks) implements BlockTransfer.Target {
        @Override
        public long length() {
            return file.length();
        }

        @Override
        public long residentBytes(long offset, long count) throws IOException {
            return file.residentBytes(offset, count);
        }

        @Override
        public void lock(long offset, long count) throws IOException {
            if (locks) {
                file.lock(offset, count);
            }
        }
    }
}

package io.tiercel.agent;

import io.tiercel.agent.BlockStore.StorageDevice;
import io.tiercel.agent.BlockStore.StoredReplica;
import io.tiercel.linux.PageCacheFiles;
import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.Migrate;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** Replicas in files of a directory, on one device. */
public final class Blocks implements BlockStore {
    public static final String STORAGE = "DS-1";
    public static final int LENGTH = 10_000;

    private final Path directory;
    private final CountDownLatch reading = new CountDownLatch(1);
    private final CountDownLatch answered = new CountDownLatch(1);
    private volatile @Nullable BlockId hanging;
    private int next;
    private final Map<String, StorageDevice> devices = new ConcurrentHashMap<>();
    private final Map<BlockId, StoredReplica> stored = new ConcurrentHashMap<>();

    Blocks(Path directory) {
        this.directory = directory;
        addDevice(STORAGE);
    }

    public void addDevice(String storage) {
        devices.put(storage, new StorageDevice(storage, "DISK"));
    }

    /** As a DataNode does: its replicas are gone from the list, and their files are not. */
    public void removeDevice(String storage) {
        devices.remove(storage);
        stored.values().removeIf(replica -> replica.storage().equals(storage));
    }

    /** Lets another device have a replica, or none if its name is empty; the file stays. */
    public void relist(long number, String storage) {
        StoredReplica before = stored.remove(id(number));
        if (!storage.isEmpty()) {
            stored.put(id(number), new StoredReplica(before.file(), storage, before.length()));
        }
    }

    @Override
    public int readers() {
        return 0;
    }

    public static Blocks onDisk() throws IOException {
        return new Blocks(PageCacheFiles.directory());
    }

    public static BlockId id(long number) {
        return BlockId.newBuilder()
                .setPool("BP-1")
                .setBlock(number)
                .setGeneration(1_001)
                .build();
    }

    public static Migrate order(long migration, long block) {
        return Migrate.newBuilder()
                .setMigration(migration)
                .setBlock(id(block))
                .setStorage(STORAGE)
                .setLength(LENGTH)
                .build();
    }

    public BlockId add(long number) throws IOException {
        return add(number, LENGTH);
    }

    /** A replica on the disk, and not in memory. */
    public BlockId add(long number, int length) throws IOException {
        Path file = PageCacheFiles.write(directory.resolve("blk_" + number), length);
        PageCacheFiles.evict(file);
        stored.put(id(number), new StoredReplica(file, STORAGE, length));
        return id(number);
    }

    public Path file(long number) {
        return stored.get(id(number)).file();
    }

    public void remove(long number) throws IOException {
        Files.delete(stored.remove(id(number)).file());
    }

    @Override
    public List<StorageDevice> devices() {
        return List.copyOf(devices.values());
    }

    @Override
    public Optional<String> storageOf(BlockId block) {
        return find(block).map(StoredReplica::storage);
    }

    @Override
    public Optional<StoredReplica> find(BlockId block) {
        return Optional.ofNullable(stored.get(block));
    }

    @Override
    public List<BlockId> some(String storage, int most) {
        List<BlockId> ids = List.copyOf(stored.keySet());
        int from = next >= ids.size() ? 0 : next;
        next = Math.min(ids.size(), from + most);
        return ids.subList(from, next);
    }

    /** Adds a block whose disk does not answer. */
    public BlockId hang(long number) throws IOException {
        hanging = add(number);
        return id(number);
    }

    /** Whether somebody waits for that disk. */
    public boolean isHanging() {
        return reading.getCount() == 0;
    }

    /** Lets the disk answer. */
    public void answer() {
        answered.countDown();
    }

    void hangIfItDoes(BlockId block) {
        if (!block.equals(hanging)) {
            return;
        }
        reading.countDown();
        boolean waits = true;
        while (waits) {
            try {
                answered.await();
                waits = false;
            } catch (InterruptedException e) {
                // A thread in state D is not interrupted.
            }
        }
    }

    @Override
    public InputStream open(BlockId block) throws IOException {
        Path file = stored.get(block).file();
        hangIfItDoes(block);
        return Files.newInputStream(file);
    }
}

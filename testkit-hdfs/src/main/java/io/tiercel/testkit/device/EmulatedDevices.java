package io.tiercel.testkit.device;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The emulated devices of one DataNode, as its controller sees them. */
public final class EmulatedDevices implements EmulatedDevicesMBean {
    private final ConcurrentSkipListMap<String, EmulatedDevice> byDirectory = new ConcurrentSkipListMap<>();

    private final EmulatedPageCache pageCache = new EmulatedPageCache();

    public EmulatedPageCache pageCache() {
        return pageCache;
    }

    public void add(EmulatedDevice device) {
        byDirectory.putIfAbsent(device.name(), device);
    }

    public EmulatedDevice at(String directory) {
        EmulatedDevice device = byDirectory.get(directory);
        if (device == null) {
            throw new IllegalArgumentException("no device at " + directory + ", only at " + byDirectory.keySet());
        }
        return device;
    }

    public EmulatedDevice holding(Path file) {
        return byDirectory.values().stream()
                .filter(device -> file.startsWith(device.name()))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("no device holds " + file + ", only " + byDirectory.keySet()));
    }

    @Override
    public String pageCache(String bytes) throws IOException {
        pageCache.budget(Long.parseLong(bytes));
        return bytes;
    }

    @Override
    public String counters() {
        return byDirectory.values().stream().map(EmulatedDevice::counters).collect(Collectors.joining("\n"));
    }

    @Override
    public String bandwidth(String storageType, String bytesPerSecond) {
        List<EmulatedDevice> changed = byDirectory.values().stream()
                .filter(device -> device.storageType().equals(storageType))
                .toList();
        changed.forEach(device -> device.bandwidth(new TokenBucket(Long.parseLong(bytesPerSecond))));
        return Integer.toString(changed.size());
    }

    @Override
    public String evict() throws IOException {
        BlockFiles files = visit(BlockFile::evict);
        pageCache.clear();
        return files.count + "\t" + files.bytes;
    }

    @Override
    public String resident() throws IOException {
        return Long.toString(visit(BlockFile::residentBytes).bytes);
    }

    private BlockFiles visit(FileBytes bytesOf) throws IOException {
        BlockFiles files = new BlockFiles(bytesOf);
        for (String directory : byDirectory.keySet()) {
            Files.walkFileTree(Path.of(directory), files);
        }
        return files;
    }

    @FunctionalInterface
    private interface FileBytes {
        long of(Path file) throws IOException;
    }

    /** Block files, finished or being written; their checksums stay. A DataNode moves and deletes files at any time. */
    private static final class BlockFiles extends SimpleFileVisitor<Path> {
        private final FileBytes bytesOf;
        private long count;
        private long bytes;

        BlockFiles(FileBytes bytesOf) {
            this.bytesOf = bytesOf;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            if (BlockFile.is(file)) {
                bytes += bytesOf.of(file);
                count++;
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            return gone(failure);
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure) throws IOException {
            return failure == null ? FileVisitResult.CONTINUE : gone(failure);
        }

        private static FileVisitResult gone(IOException failure) throws IOException {
            if (failure instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw failure;
        }
    }
}

package io.tiercel.testkit.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The emulated devices of one DataNode, as its controller sees them. */
public final class Devices implements DevicesMBean {
    private final ConcurrentSkipListMap<String, Device> byDirectory = new ConcurrentSkipListMap<>();

    public void add(Device device) {
        byDirectory.putIfAbsent(device.name(), device);
    }

    /** The device whose directory that is. */
    public Device at(String directory) {
        Device device = byDirectory.get(directory);
        if (device == null) {
            throw new IllegalArgumentException("no device at " + directory + ", only at " + byDirectory.keySet());
        }
        return device;
    }

    @Override
    public String counters() {
        return byDirectory.values().stream().map(Device::counters).collect(Collectors.joining("\n"));
    }

    @Override
    public String bandwidth(String storageType, String bytesPerSecond) {
        List<Device> changed = byDirectory.values().stream()
                .filter(device -> device.storageType().equals(storageType))
                .toList();
        changed.forEach(device -> device.bandwidth(new Bandwidth(Long.parseLong(bytesPerSecond))));
        return Integer.toString(changed.size());
    }

    @Override
    public String evict() throws IOException {
        long resident = 0;
        long files = 0;
        for (String directory : byDirectory.keySet()) {
            for (Path file : blockFiles(Path.of(directory))) {
                resident += BlockFile.evict(file);
                files++;
            }
        }
        return files + "\t" + resident;
    }

    /** Block files, finished or being written; their checksums stay. */
    private static List<Path> blockFiles(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(Files::isRegularFile).filter(BlockFile::is).toList();
        }
    }
}

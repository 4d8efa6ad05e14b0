package io.tiercel.sim.run;

import io.tiercel.sim.storage.Storage;
import io.tiercel.sim.storage.StoredBlock;
import io.tiercel.sim.storage.StoredFile;
import io.tiercel.sim.workload.InputFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The files of a run by path. A file without readers to come is forgotten: a day's files have millions of blocks. */
final class FileCatalog {
    private final RunSpec spec;
    private final Storage storage;
    private final Map<String, List<StoredBlock>> files = new HashMap<>();
    /** First files that nobody has read yet. */
    private final Map<String, StoredFile> unread = new HashMap<>();
    /** How many jobs have yet to read a file. */
    private final Map<String, Integer> readers = new HashMap<>();

    FileCatalog(RunSpec spec, Storage storage) {
        this.spec = spec;
        this.storage = storage;
        spec.workload().jobs().forEach(job -> job.input().ifPresent(path -> readers.merge(path, 1, Integer::sum)));
    }

    void placeFirstFiles() {
        boolean inMemory = spec.storage().memory().inputs();
        for (InputFile file : spec.workload().files()) {
            boolean isShared = spec.storage().shared().isPresent();
            if (isShared && file.blocks().isEmpty()) {
                unread.put(
                        file.path(),
                        storage.elsewhere(file.bytes(), spec.storage().blockBytes()));
                continue;
            }
            if (!file.blocks().isEmpty()) {
                List<StoredBlock> blocks = new ArrayList<>();
                file.blocks().forEach(bytes -> blocks.add(isShared ? storage.elsewhere(bytes) : storage.place(bytes)));
                placed(file, blocks, inMemory);
                continue;
            }
            StoredFile stored = storage.placeFile(file.bytes(), spec.storage().blockBytes());
            if (inMemory) {
                placed(file, storage.open(stored), true);
            } else {
                unread.put(file.path(), stored);
            }
        }
    }

    private void placed(InputFile file, List<StoredBlock> blocks, boolean inMemory) {
        if (inMemory) {
            blocks.forEach(storage::keepInMemory);
        }
        files.put(file.path(), blocks);
    }

    boolean exists(String path) {
        return files.containsKey(path) || unread.containsKey(path);
    }

    /** The blocks of a file, for one of its readers. */
    List<StoredBlock> open(String path) {
        StoredFile first = unread.remove(path);
        if (first != null) {
            files.put(path, storage.open(first));
        }
        boolean last = readers.merge(path, -1, Integer::sum) == 0;
        List<StoredBlock> blocks = last ? files.remove(path) : files.get(path);
        return blocks == null ? List.of() : blocks;
    }

    void add(String path, List<StoredBlock> blocks) {
        if (readers.getOrDefault(path, 0) > 0) {
            files.put(path, blocks);
        }
    }
}

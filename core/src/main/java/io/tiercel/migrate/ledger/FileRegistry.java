package io.tiercel.migrate.ledger;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The files of which jobs claim blocks, one version of each path. */
public final class FileRegistry {
    /** Heap of an entry without its path: entry, version, set of blocks, and places in two maps. */
    private static final int FILE_BYTES = 400;

    /** Those that were checked last come last. */
    private final Map<String, FileEntry> files = new LinkedHashMap<>();

    private long pathLengths;

    /** The entry of this version, which {@code user} may read. If another one was known at the path, {@link #other} says which blocks it had. */
    public FileEntry admit(SourceFile version, String user) {
        FileEntry known = files.get(version.path());
        if (known != null && !known.outdated && known.version.equals(version)) {
            known.user = user;
            return known;
        }
        FileEntry admitted = new FileEntry(version, user);
        pathLengths += version.path().length();
        forget(files.put(version.path(), admitted));
        return admitted;
    }

    private void forget(@Nullable FileEntry gone) {
        if (gone != null) {
            pathLengths -= gone.version.path().length();
        }
    }

    /** Estimate of the heap that they take, in bytes, if paths are Latin letters. */
    long heapBytes() {
        return (long) FILE_BYTES * files.size() + pathLengths;
    }

    /** The blocks of another version than this that is known at its path. */
    public List<BlockEntry> other(SourceFile version) {
        FileEntry known = files.get(version.path());
        boolean same = known == null || !known.outdated && known.version.equals(version);
        return same ? List.of() : List.copyOf(known.blocks);
    }

    public void attach(BlockEntry block, FileEntry file, long offset) {
        if (block.file() != file) {
            detach(block);
            file.blocks.add(block);
        }
        block.file(file, offset);
    }

    /** No job claims the block: its file need not be known for it. */
    void detach(BlockEntry block) {
        FileEntry file = block.file();
        if (file != null) {
            file.blocks.remove(block);
            forgetIfUnused(file);
            block.file(null, 0);
        }
    }

    /** A file without claimed blocks is not checked any more. */
    public void forgetIfUnused(FileEntry file) {
        if (file.blocks.isEmpty()) {
            if (files.remove(file.version.path(), file)) {
                forget(file);
            }
        }
    }

    /** The blocks of this version, which is no longer what lies at its path; none if it is not known. */
    public List<BlockEntry> markOutdated(SourceFile version) {
        FileEntry file = files.get(version.path());
        if (file == null || !file.version.equals(version)) {
            return List.of();
        }
        file.outdated = true;
        return List.copyOf(file.blocks);
    }

    /** Up to {@code most} versions that were not checked for longest, by the user who could read them last. They count as checked now. */
    public Map<String, List<SourceFile>> nextToCheck(int most) {
        List<FileEntry> next = files.values().stream()
                .filter(file -> !file.outdated)
                .limit(most)
                .toList();
        Map<String, List<SourceFile>> byUser = new HashMap<>();
        for (FileEntry file : next) {
            files.remove(file.version.path());
            files.put(file.version.path(), file);
            byUser.computeIfAbsent(file.user, none -> new ArrayList<>()).add(file.version);
        }
        return byUser;
    }
}

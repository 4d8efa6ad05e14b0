package io.tiercel.coordinator;

import io.tiercel.hdfs.resolve.Caller;
import io.tiercel.hdfs.resolve.FileResolver;
import io.tiercel.hdfs.resolve.PathSelection;
import io.tiercel.hdfs.resolve.Resolution;
import io.tiercel.hdfs.resolve.Resolution.FileBlock;
import io.tiercel.hdfs.resolve.Resolution.ReplicaPlace;
import io.tiercel.hdfs.resolve.Resolution.ResolvedFile;
import io.tiercel.hdfs.resolve.Resolution.Skip;
import io.tiercel.migrate.ledger.SourceFile;
import io.tiercel.model.BlockId;
import io.tiercel.protocol.SkipReason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/** A file system of a few files, each readable by everybody but the user "stranger". */
public final class FakeFiles implements FileResolver {
    private final Map<String, ResolvedFile> files = new LinkedHashMap<>();
    private long numbers;

    /** Happens while it is asked for files, before it answers. */
    public volatile Runnable meanwhile = () -> {};

    volatile boolean isClosed;

    /** A place on a node's only disk. */
    public static ReplicaPlace on(String node) {
        return new ReplicaPlace(node, node + ".example", node + "-disk", "DISK");
    }

    /** Writes a file, or writes it anew: {@code blocks} of a length on the nodes named. */
    public synchronized ResolvedFile write(String path, int blocks, long length, String... nodes) {
        List<FileBlock> all = new ArrayList<>();
        for (int i = 0; i < blocks; i++) {
            all.add(new FileBlock(
                    new BlockId("pool", ++numbers, 1),
                    i * length,
                    length,
                    Arrays.stream(nodes).map(FakeFiles::on).toList()));
        }
        ResolvedFile file = new ResolvedFile(new SourceFile(path, numbers, blocks * length, numbers), all);
        files.put(path, file);
        return file;
    }

    /** Deletes a file. */
    public synchronized void delete(String path) {
        files.remove(path);
    }

    @Override
    public void walk(Caller caller, List<PathSelection> selections, BooleanSupplier abandoned, Windows windows)
            throws IOException {
        meanwhile.run();
        for (PathSelection selection : selections) {
            if (abandoned.getAsBoolean()) {
                throw new CancellationException("the caller has gone");
            }
            windows.found(resolved(caller.user(), List.of(selection)));
        }
    }

    private synchronized Resolution resolved(String user, List<PathSelection> selections) {
        List<ResolvedFile> found = new ArrayList<>();
        List<Skip> skips = new ArrayList<>();
        for (PathSelection selection : selections) {
            ResolvedFile file = files.get(selection.path());
            if (file == null) {
                skips.add(Skip.whole(selection.path(), SkipReason.NOT_FOUND, "there is no such file or directory"));
            } else if (user.equals("stranger")) {
                skips.add(Skip.whole(selection.path(), SkipReason.NOT_READABLE, "Permission denied"));
            } else {
                found.add(file);
            }
        }
        return new Resolution(found, skips);
    }

    @Override
    public synchronized List<SourceFile> outdated(String user, List<SourceFile> versions) {
        return versions.stream()
                .filter(version -> {
                    ResolvedFile now = files.get(version.path());
                    return now == null || !now.version().equals(version);
                })
                .toList();
    }

    @Override
    public void close() {
        isClosed = true;
    }

    @Override
    public Set<BlockId> readable(Caller caller, Collection<BlockId> blocks, BooleanSupplier abandoned) {
        return Set.copyOf(blocks);
    }
}

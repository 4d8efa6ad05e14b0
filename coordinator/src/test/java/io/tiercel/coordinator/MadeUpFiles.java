package io.tiercel.coordinator;

import io.tiercel.hdfs.resolve.Caller;
import io.tiercel.hdfs.resolve.FileResolver;
import io.tiercel.hdfs.resolve.PathSelection;
import io.tiercel.hdfs.resolve.Resolution;
import io.tiercel.hdfs.resolve.Resolution.FileBlock;
import io.tiercel.hdfs.resolve.Resolution.ReplicaPlace;
import io.tiercel.hdfs.resolve.Resolution.ResolvedFile;
import io.tiercel.migrate.ledger.SourceFile;
import io.tiercel.model.BlockId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

/**
 * A file for every path {@code /NUMBER}: {@value #BLOCKS} blocks of 128 MiB, each with three replicas on any of {@code nodes} nodes
 * of one disk, always the same.
 */
public final class MadeUpFiles implements FileResolver {
    public static final int BLOCKS = 1_000;
    public static final long BLOCK = 128L << 20;

    private final List<ReplicaPlace> places = new ArrayList<>();

    MadeUpFiles(int nodes) {
        for (int node = 0; node < nodes; node++) {
            places.add(FakeFiles.on(node(node)));
        }
    }

    /** The id of a node. */
    public static String node(int number) {
        return "n" + number;
    }

    @Override
    public void walk(Caller caller, List<PathSelection> selections, BooleanSupplier abandoned, Windows windows)
            throws IOException {
        for (PathSelection selection : selections) {
            windows.found(new Resolution(List.of(file(selection.path())), List.of()));
        }
    }

    private ResolvedFile file(String path) {
        int number = Integer.parseInt(path.substring(1));
        SplittableRandom random = new SplittableRandom(number);
        List<FileBlock> blocks = new ArrayList<>(BLOCKS);
        for (int i = 0; i < BLOCKS; i++) {
            List<ReplicaPlace> three = random.ints(0, places.size())
                    .distinct()
                    .limit(3)
                    .mapToObj(places::get)
                    .toList();
            blocks.add(new FileBlock(new BlockId("pool", (long) number * BLOCKS + i, 1), i * BLOCK, BLOCK, three));
        }
        return new ResolvedFile(new SourceFile(path, number, BLOCKS * BLOCK, 0), blocks);
    }

    @Override
    public List<SourceFile> outdated(String user, List<SourceFile> versions) {
        return List.of();
    }

    @Override
    public void close() {
        // Nothing is open.
    }

    @Override
    public Set<BlockId> readable(Caller caller, Collection<BlockId> blocks, BooleanSupplier abandoned) {
        return Set.copyOf(blocks);
    }
}

package io.tiercel.hdfs.resolve;

import io.tiercel.hdfs.AnswerCache;
import io.tiercel.hdfs.FileErrors;
import io.tiercel.model.BlockId;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsAction;
import org.jspecify.annotations.Nullable;

/**
 * Which blocks belong to files that a caller may read. HDFS is asked once for each file and caller, and again after a while,
 * because permissions change. Thread-safe.
 */
final class ReadableBlocks {
    private static final int MOST = 500_000;

    /** The path by which HDFS finds a file by its id, whatever its name is by now. */
    private static final String BY_ID = "/.reserved/.inodes/";

    private record Question(String user, long file) {}

    private final BlockFiles files;
    private final LongSupplier ticker;
    private final AnswerCache<Question, Boolean> answers;

    /** @param age nanoseconds after which HDFS is asked again */
    ReadableBlocks(BlockFiles files, long age, LongSupplier ticker) {
        this.files = files;
        this.ticker = ticker;
        this.answers = new AnswerCache<>(age, MOST, answer -> 1);
    }

    /**
     * @param fileSystem acts as the caller
     * @param budget of the calls that this takes
     */
    Set<BlockId> among(Collection<BlockId> blocks, String user, FileSystem fileSystem, WalkBudget budget)
            throws IOException {
        Set<BlockId> readable = new LinkedHashSet<>();
        for (BlockId block : blocks) {
            OptionalLong file = files.fileOf(block.id());
            if (file.isPresent() && isReadable(new Question(user, file.getAsLong()), fileSystem, budget)) {
                readable.add(block);
            }
        }
        return readable;
    }

    private boolean isReadable(Question question, FileSystem fileSystem, WalkBudget budget) throws IOException {
        long now = ticker.getAsLong();
        AnswerCache.@Nullable Answer<Boolean> known = answers.get(question, now);
        if (known != null) {
            return known.value();
        }
        budget.call();
        long askedAt = ticker.getAsLong();
        boolean isReadable = budget.make(() -> ask(question.file, fileSystem));
        answers.put(question, isReadable, askedAt);
        return isReadable;
    }

    private static boolean ask(long file, FileSystem fileSystem) throws IOException {
        try {
            fileSystem.access(new Path(BY_ID + file), FsAction.READ);
            return true;
        } catch (IOException e) {
            // Of the file: gone, or not for this caller. Else HDFS cannot be asked.
            if (FileErrors.kind(e).filter(kind -> kind != FileErrors.Kind.OTHER).isPresent()) {
                return false;
            }
            throw e;
        }
    }
}

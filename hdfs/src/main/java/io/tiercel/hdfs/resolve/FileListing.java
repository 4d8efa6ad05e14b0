package io.tiercel.hdfs.resolve;

import io.tiercel.hdfs.resolve.Resolution.Skip;
import io.tiercel.hdfs.resolve.WalkBudget.Question;
import io.tiercel.hdfs.resolve.WalkBudget.SpentException;
import io.tiercel.migrate.ledger.SourceFile;
import io.tiercel.protocol.SkipReason;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.jspecify.annotations.Nullable;

/**
 * Lists the files of one named path: page by page and depth first. Keeps no files, and of each level only the directories of one page.
 */
final class FileListing {
    /** Takes what is found, as it is found. */
    interface Sink {
        void file(FileStatus status) throws IOException;

        /** A path that does not exist, may not be listed, or is empty. */
        void skip(Skip skip) throws IOException;
    }

    /** About 20 MB. Only a tree with hundreds of levels reaches it. */
    static final int MOST_WAITING = 100_000;

    private final DistributedFileSystem fileSystem;
    private final WalkBudget budget;
    private final Sink sink;
    private final Deque<Directory> path = new ArrayDeque<>();
    private int waiting;
    private long found;

    FileListing(DistributedFileSystem fileSystem, WalkBudget budget, Sink sink) {
        this.fileSystem = fileSystem;
        this.budget = budget;
        this.sink = sink;
    }

    /** A directory that is being listed. {@code glob} is what has to match below it; all files do if it is empty. */
    private static final class Directory {
        private final String path;
        private final GlobPath glob;
        private final boolean isRoot;
        private final Deque<Directory> below = new ArrayDeque<>();
        private long foundBefore;
        private byte @Nullable [] next = HdfsFileStatus.EMPTY_NAME;

        Directory(String path, GlobPath glob, boolean isRoot) {
            this.path = path;
            this.glob = glob;
            this.isRoot = isRoot;
        }

        static Directory root(String path) {
            return new Directory(path, GlobPath.NONE, true);
        }

        String child(String name) {
            return path.endsWith("/") ? path + name : path + "/" + name;
        }
    }

    /** Files with data, and files that were named themselves. Markers such as _SUCCESS need no skip. */
    void list(String named) throws IOException {
        Path parsed;
        List<GlobPath> globs;
        try {
            parsed = new Path(named);
            globs = GlobPath.isGlob(named)
                    ? GlobPath.expand(fileSystem.makeQualified(parsed).toUri().getPath())
                    : List.of();
        } catch (IllegalArgumentException e) {
            skip(Refusals.of(named, e).orElseThrow(() -> e));
            return;
        }
        Optional<Skip> foreign = foreign(named, parsed);
        if (foreign.isPresent()) {
            skip(foreign.get());
            return;
        }
        // A file may be named like a glob.
        FileStatus status = answer(named, true, () -> fileSystem.getFileStatus(parsed));
        if (status != null) {
            root(status);
        } else if (found == 0) {
            for (GlobPath glob : globs) {
                enter(below("/", glob));
            }
        }
        if (found == 0) {
            skip(Refusals.notFound(named));
        }
    }

    private Optional<Skip> foreign(String named, Path path) {
        String ours = fileSystem.getUri().toString();
        boolean elsewhere = path.toUri().getScheme() != null
                && !path.makeQualified(fileSystem.getUri(), new Path("/"))
                        .toString()
                        .startsWith(ours + "/");
        return elsewhere
                ? Optional.of(
                        Skip.whole(named, SkipReason.NOT_FOUND, "not on " + ours + ", which this coordinator serves"))
                : Optional.empty();
    }

    /** The NameNode's answer; null if there is none, which is then skipped. */
    private <T> @Nullable T answer(String about, boolean mayBeAbsent, Question<@Nullable T> question)
            throws IOException {
        budget.call();
        try {
            T answer = budget.make(question);
            if (answer == null && !mayBeAbsent) {
                skip(Refusals.notFound(about));
            }
            return answer;
        } catch (FileNotFoundException e) {
            if (!mayBeAbsent) {
                skip(Refusals.notFound(about));
            }
        } catch (IOException e) {
            skip(Refusals.orThrow(about, e));
        } catch (IllegalArgumentException e) {
            skip(Refusals.of(about, e).orElseThrow(() -> e));
        }
        return null;
    }

    private void skip(Skip skip) throws IOException {
        found++;
        sink.skip(skip);
    }

    private void file(FileStatus status) throws IOException {
        found++;
        sink.file(status);
    }

    /** What was named, or matches a glob. */
    private void root(FileStatus status) throws IOException {
        if (status.isFile()) {
            file(status);
        } else if (status.isDirectory()) {
            enter(Directory.root(pathOf(status)));
        }
    }

    /** The directory whose listing decides how the glob goes on; null if none has to be listed. */
    private @Nullable Directory below(String directory, GlobPath glob) throws IOException {
        String at = directory;
        GlobPath rest = glob;
        while (!rest.isEmpty() && !rest.startsWithPattern()) {
            at = at.endsWith("/") ? at + rest.name() : at + "/" + rest.name();
            rest = rest.rest();
        }
        if (!rest.isEmpty()) {
            return new Directory(at, rest, false);
        }
        String whole = at;
        FileStatus status = answer(whole, true, () -> fileSystem.getFileStatus(new Path(whole)));
        if (status != null && status.isFile()) {
            file(status);
        }
        return status != null && status.isDirectory() ? Directory.root(whole) : null;
    }

    private void enter(@Nullable Directory first) throws IOException {
        if (first == null) {
            return;
        }
        push(first);
        for (Directory last = path.peek(); last != null; last = path.peek()) {
            Directory child = last.below.poll();
            if (child != null) {
                waiting--;
                push(child);
            } else if (last.next != null) {
                page(last, last.next);
            } else {
                path.pop();
                if (last.isRoot && found == last.foundBefore) {
                    skip(Skip.whole(last.path, SkipReason.EMPTY, "holds no data"));
                }
            }
        }
    }

    private void push(Directory directory) {
        directory.foundBefore = found;
        path.push(directory);
    }

    private void page(Directory directory, byte[] after) throws IOException {
        DirectoryListing page = answer(directory.path, !directory.glob.isEmpty(), () -> fileSystem
                .getClient()
                .listPaths(directory.path, after));
        directory.next = page == null || !page.hasMore() ? null : page.getLastName();
        if (page == null) {
            return;
        }
        Path parent = new Path(directory.path);
        GlobPath.@Nullable Names names = directory.glob.isEmpty() ? null : directory.glob.names();
        for (HdfsFileStatus status : page.getPartialListing()) {
            if (status.isEmptyLocalName()) {
                // It is a file: HDFS lists it as itself. Nothing lies below it.
                return;
            }
            if (names == null) {
                all(directory, parent, status);
            } else if (names.matches(status.getLocalName())) {
                matched(directory, parent, status);
            }
        }
    }

    private void all(Directory directory, Path parent, HdfsFileStatus status) throws IOException {
        if (status.isDirectory()) {
            wait(directory, new Directory(directory.child(status.getLocalName()), GlobPath.NONE, false));
        } else if (!status.isSymlink() && status.getLen() > 0) {
            file(status.makeQualified(fileSystem.getUri(), parent));
        }
    }

    private void matched(Directory directory, Path parent, HdfsFileStatus status) throws IOException {
        GlobPath rest = directory.glob.rest();
        String child = directory.child(status.getLocalName());
        if (status.isDirectory()) {
            wait(directory, rest.isEmpty() ? Directory.root(child) : below(child, rest));
        } else if (rest.isEmpty() && !status.isSymlink()) {
            file(status.makeQualified(fileSystem.getUri(), parent));
        }
    }

    private void wait(Directory directory, @Nullable Directory child) throws SpentException {
        if (child == null) {
            return;
        }
        if (waiting == MOST_WAITING) {
            throw new SpentException("more than " + MOST_WAITING
                    + " directories wait to be listed: the tree is too deep; name a part of it");
        }
        waiting++;
        directory.below.add(child);
    }

    static SourceFile version(FileStatus status) {
        long id = status instanceof HdfsFileStatus hdfs ? hdfs.getFileId() : 0;
        return new SourceFile(pathOf(status), id, status.getLen(), status.getModificationTime());
    }

    private static String pathOf(FileStatus status) {
        return Path.getPathWithoutSchemeAndAuthority(status.getPath()).toUri().getPath();
    }
}

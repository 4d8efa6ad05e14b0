package io.tiercel.hdfs.resolve;

import io.tiercel.hdfs.resolve.FileResolver.TooManyBlocksException;
import io.tiercel.hdfs.resolve.Resolution.Skip;
import io.tiercel.migrate.ledger.SourceFile;
import io.tiercel.protocol.SkipReason;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;

/** Lists the files of a named path; {@code skips} receives paths that do not exist, may not be listed, or are empty. */
record FileListing(DistributedFileSystem fileSystem, List<Skip> skips, int mostFiles) {
    /** Files with data, and files that were named themselves. Markers such as _SUCCESS need no skip. */
    List<FileStatus> files(String named) throws IOException {
        List<FileStatus> files = new ArrayList<>();
        int skippedBefore = skips.size();
        for (FileStatus status : roots(named)) {
            if (status.isFile()) {
                files.add(status);
                continue;
            }
            int before = files.size();
            int skipped = skips.size();
            below(status.getPath(), files);
            if (files.size() == before && skips.size() == skipped) {
                skips.add(Skip.whole(pathOf(status), SkipReason.EMPTY, "holds no data"));
            }
        }
        if (files.isEmpty() && skips.size() == skippedBefore) {
            skips.add(Refusals.notFound(named));
        }
        return files;
    }

    private List<FileStatus> roots(String named) throws IOException {
        try {
            Path path = new Path(named);
            Optional<Skip> foreign = foreign(named, path);
            if (foreign.isPresent()) {
                skips.add(foreign.get());
                return List.of();
            }
            try {
                return List.of(fileSystem.getFileStatus(path));
            } catch (FileNotFoundException e) {
                FileStatus[] matches = named.matches(".*[*?\\[{].*") ? fileSystem.globStatus(path) : null;
                return matches == null ? List.of() : List.of(matches);
            }
        } catch (IOException e) {
            skips.add(Refusals.orThrow(named, e));
        } catch (RuntimeException e) {
            skips.add(Refusals.of(named, e).orElseThrow(() -> e));
        }
        return List.of();
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

    private void below(Path root, List<FileStatus> files) throws IOException {
        Deque<Path> directories = new ArrayDeque<>(List.of(root));
        for (Path directory = directories.poll(); directory != null; directory = directories.poll()) {
            try {
                RemoteIterator<FileStatus> listing = fileSystem.listStatusIterator(directory);
                while (listing.hasNext()) {
                    FileStatus status = listing.next();
                    if (status.isDirectory()) {
                        directories.add(status.getPath());
                    } else if (status.isFile() && status.getLen() > 0) {
                        files.add(status);
                    }
                    if (files.size() > mostFiles) {
                        throw new TooManyBlocksException(mostFiles);
                    }
                }
            } catch (TooManyBlocksException e) {
                throw e;
            } catch (IOException e) {
                skips.add(Refusals.orThrow(directory.toUri().getPath(), e));
            }
        }
    }

    static SourceFile version(FileStatus status) {
        long id = status instanceof HdfsFileStatus hdfs ? hdfs.getFileId() : 0;
        return new SourceFile(pathOf(status), id, status.getLen(), status.getModificationTime());
    }

    private static String pathOf(FileStatus status) {
        return Path.getPathWithoutSchemeAndAuthority(status.getPath()).toUri().getPath();
    }
}

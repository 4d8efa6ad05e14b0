package io.tiercel.hdfs.locate;

import io.tiercel.hdfs.Batches;
import io.tiercel.hdfs.FileErrors;
import io.tiercel.hdfs.locate.FileRange.FileVersion;
import io.tiercel.hdfs.locate.RangeLocations.LocationMiss;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.BatchListingOperations;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.PartialListing;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.jspecify.annotations.Nullable;

/**
 * Asks a file system for the blocks of many files with few calls. A listing of a directory answers for many files in it, up to a
 * thousand blocks' replicas per call. Others come up to {@value Batches#FILES_PER_CALL} per call where the file system can do
 * that, else one by one. Every answer has the version with the locations.
 */
record FileLookup(FileSystem fileSystem, ExtentMapper extents, FileLookup.Answers answers) {
    /** Least number of wanted files for which a directory is listed. */
    static final int FILES_PER_LISTING = 16;

    /** Most entries of a listing to look at, beyond the first pages, for each wanted file. */
    private static final int ENTRIES_PER_FILE = 32;

    private static final int FIRST_ENTRIES = 1000;

    interface Answers {
        void found(Path asked, FileBlocks blocks);

        void missed(Path asked, LocationMiss.Why why, String detail);
    }

    /**
     * Looks up files of one directory by a listing.
     *
     * @throws IOException if the file system does not serve; files without an answer by then have none
     */
    void inDirectory(Path directory, List<Path> files) throws IOException {
        Map<String, Path> wanted = new LinkedHashMap<>();
        files.forEach(file -> wanted.put(file.getName(), file));
        try {
            list(directory, wanted);
        } catch (IOException e) {
            LocationMiss.Why why = reason(e);
            if (why == LocationMiss.Why.NOT_FOUND) {
                wanted.values().forEach(file -> answers.missed(file, why, FileErrors.line(e)));
                return;
            }
            // One may be allowed to read files of a directory without being allowed to list it.
        }
        each(List.copyOf(wanted.values()));
    }

    private void list(Path directory, Map<String, Path> wanted) throws IOException {
        long entries = FIRST_ENTRIES + (long) ENTRIES_PER_FILE * wanted.size();
        RemoteIterator<LocatedFileStatus> listing = fileSystem.listLocatedStatus(directory);
        while (!wanted.isEmpty() && entries-- > 0 && listing.hasNext()) {
            LocatedFileStatus status = listing.next();
            Path asked =
                    status.isSymlink() ? null : wanted.remove(status.getPath().getName());
            if (asked != null) {
                answer(asked, status);
            }
        }
    }

    /** Looks up files wherever they are. Throws as {@link #inDirectory} does. */
    void each(List<Path> files) throws IOException {
        List<Path> left = files;
        if (files.size() > 1 && fileSystem instanceof BatchListingOperations batches) {
            left = batched(batches, files);
        }
        for (Path file : left) {
            single(file);
        }
    }

    /** @return the files that got no answer */
    private List<Path> batched(BatchListingOperations batches, List<Path> files) throws IOException {
        Map<Path, Path> left = new LinkedHashMap<>();
        files.forEach(file -> left.put(file, file));
        for (List<Path> some : Batches.of(files)) {
            try {
                RemoteIterator<PartialListing<LocatedFileStatus>> listings =
                        batches.batchedListLocatedStatusIterator(some);
                while (listings.hasNext()) {
                    batchedAnswer(listings.next(), left);
                }
            } catch (RuntimeException e) {
                break; // Asked for alone, only the one file fails whose name is not allowed.
            } catch (IOException e) {
                if (e instanceof RemoteException remote
                        && UnsupportedOperationException.class.getName().equals(remote.getClassName())) {
                    break; // A router of a federation.
                }
                LocationMiss.Why why = reason(e);
                some.stream()
                        .filter(file -> left.remove(file) != null)
                        .forEach(file -> answers.missed(file, why, FileErrors.line(e)));
            }
        }
        return List.copyOf(left.values());
    }

    private void batchedAnswer(PartialListing<LocatedFileStatus> listing, Map<Path, Path> left) throws IOException {
        Path asked = left.remove(listing.getListedPath());
        if (asked == null) {
            return; // The next page of a directory.
        }
        try {
            List<LocatedFileStatus> statuses = listing.get();
            answer(asked, statuses.isEmpty() ? null : statuses.get(0));
        } catch (FileNotFoundException | AccessControlException e) {
            answers.missed(asked, reason(e), FileErrors.line(e));
        } catch (IOException e) {
            left.put(asked, asked); // Asked for alone, the client follows symbolic links.
        }
    }

    private void single(Path file) throws IOException {
        try {
            RemoteIterator<LocatedFileStatus> listing = fileSystem.listLocatedStatus(file);
            answer(file, listing.hasNext() ? listing.next() : null);
        } catch (IOException e) {
            answers.missed(file, reason(e), FileErrors.line(e));
        } catch (RuntimeException e) {
            answers.missed(file, LocationMiss.Why.FAILED, FileErrors.line(e)); // A name that is not allowed, for one.
        }
    }

    /** @param status what a listing of {@code asked} began with */
    private void answer(Path asked, @Nullable LocatedFileStatus status) throws IOException {
        if (status == null
                || !status.isFile()
                || bare(asked).equals(bare(status.getPath().getParent()))) {
            answers.missed(asked, LocationMiss.Why.NOT_A_FILE, "a directory");
            return;
        }
        BlockLocation[] locations = status.getBlockLocations();
        if (status.isErasureCoded()) {
            answers.missed(asked, LocationMiss.Why.ERASURE_CODED, "erasure-coded, so no node holds a whole block");
        } else if (ExtentMapper.arePlaceholders(locations)) {
            answers.missed(
                    asked, LocationMiss.Why.NOT_LOCATED, fileSystem.getUri() + " does not tell where its blocks lie");
        } else {
            answers.found(asked, new FileBlocks(FileVersion.of(status), extents.of(status)));
        }
    }

    private static @Nullable Path bare(@Nullable Path path) {
        return path == null ? null : Path.getPathWithoutSchemeAndAuthority(path);
    }

    /**
     * The reason if the exception is about one file; an exception about the file system is thrown on: one odd file must not
     * keep all others from being located.
     */
    private static LocationMiss.Why reason(IOException e) throws IOException {
        return switch (FileErrors.kind(e).orElseThrow(() -> e)) {
            case NOT_FOUND -> LocationMiss.Why.NOT_FOUND;
            case PERMISSION_DENIED -> LocationMiss.Why.PERMISSION_DENIED;
            case OTHER -> LocationMiss.Why.FAILED;
        };
    }
}

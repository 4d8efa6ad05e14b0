package io.tiercel.hdfs.locate;

import io.tiercel.hdfs.FileVersion;
import io.tiercel.hdfs.host.HostRegistry;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.BatchListingOperations;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.PartialListing;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.server.namenode.SafeModeException;
import org.apache.hadoop.ipc.ObserverRetryOnActiveException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.AccessControlException;
import org.jspecify.annotations.Nullable;

/**
 * Asks a file system for the blocks of many files with few calls. Many files of one directory come from a listing of it,
 * which brings versions and locations of up to a thousand blocks' replicas per call; others come up to
 * {@value #FILES_PER_CALL} per call where the file system can do that, else one by one. Every form of the question brings
 * the version along with the locations.
 */
final class FileLookup {
    /** From how many wanted files a directory is worth listing. */
    static final int FILES_PER_LISTING = 16;

    /** As many as HDFS takes by default. */
    static final int FILES_PER_CALL = 100;

    /** How many entries of a listing may be looked at, beyond the first pages, for each file wanted of it. */
    private static final int ENTRIES_PER_FILE = 32;

    private static final int FIRST_ENTRIES = 1000;

    /** Receives one answer for each file. */
    interface Answers {
        void found(Path asked, FileBlocks blocks);

        void missed(Path asked, LocationMiss.Why why, String detail);
    }

    private final FileSystem fileSystem;
    private final ExtentMapper extents;
    private final Answers answers;

    FileLookup(FileSystem fileSystem, HostRegistry hosts, Answers answers) {
        this.fileSystem = fileSystem;
        this.extents = new ExtentMapper(hosts);
        this.answers = answers;
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
                wanted.values().forEach(file -> answers.missed(file, why, line(e)));
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

    /**
     * Looks up files wherever they are.
     *
     * @throws IOException if the file system does not serve; files without an answer by then have none
     */
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
        for (int from = 0; from < files.size(); from += FILES_PER_CALL) {
            List<Path> some = files.subList(from, Math.min(from + FILES_PER_CALL, files.size()));
            try {
                RemoteIterator<PartialListing<LocatedFileStatus>> listings =
                        batches.batchedListLocatedStatusIterator(some);
                while (listings.hasNext()) {
                    batchedAnswer(listings.next(), left);
                }
            } catch (RuntimeException e) {
                break; // Asked for alone, only the one file fails whose name is not allowed.
            } catch (IOException e) {
                if (isUnsupported(e)) {
                    break; // A router of a federation.
                }
                LocationMiss.Why why = reason(e);
                some.stream()
                        .filter(file -> left.remove(file) != null)
                        .forEach(file -> answers.missed(file, why, line(e)));
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
            answers.missed(asked, reason(e), line(e));
        } catch (IOException e) {
            left.put(asked, asked); // Asked for alone, the client follows symbolic links.
        }
    }

    private void single(Path file) throws IOException {
        try {
            RemoteIterator<LocatedFileStatus> listing = fileSystem.listLocatedStatus(file);
            answer(file, listing.hasNext() ? listing.next() : null);
        } catch (IOException e) {
            answers.missed(file, reason(e), line(e));
        } catch (RuntimeException e) {
            answers.missed(file, LocationMiss.Why.FAILED, line(e)); // A name that is not allowed, for one.
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
     * The reason if the exception is about one file; an exception about the file system is thrown on. An error that the
     * server itself has sent is about the file, unless it says that the server cannot serve now: one odd file must not keep
     * all others from being located.
     */
    private static LocationMiss.Why reason(IOException e) throws IOException {
        IOException cause = unwrapped(e);
        if (cause instanceof FileNotFoundException || cause instanceof ParentNotDirectoryException) {
            return LocationMiss.Why.NOT_FOUND;
        }
        if (cause instanceof AccessControlException) {
            return LocationMiss.Why.PERMISSION_DENIED;
        }
        if (e instanceof RemoteException remote && !isUnavailable(remote)) {
            return LocationMiss.Why.FAILED;
        }
        throw e;
    }

    private static boolean isUnavailable(RemoteException answer) {
        IOException cause = answer.unwrapRemoteException();
        return cause instanceof StandbyException
                || cause instanceof RetriableException
                || cause instanceof SafeModeException
                || cause instanceof ObserverRetryOnActiveException;
    }

    private static IOException unwrapped(IOException e) {
        return e instanceof RemoteException remote ? remote.unwrapRemoteException() : e;
    }

    private static boolean isUnsupported(IOException e) {
        return e instanceof RemoteException remote
                && UnsupportedOperationException.class.getName().equals(remote.getClassName());
    }

    /** Messages of the Hadoop client may go over several lines. */
    private static String line(Exception e) {
        return e.toString().lines().findFirst().orElse("");
    }
}

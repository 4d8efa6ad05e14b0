package io.tiercel.hdfs.resolve;

import io.tiercel.hdfs.Batches;
import io.tiercel.migrate.ledger.SourceFile;
import io.tiercel.protocol.SkipReason;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.PartialListing;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.ipc.RemoteException;

/**
 * Compares versions of files with the files now at their paths, a hundred in one call. A user who may not see a file any more says
 * nothing about its version: others may still claim it.
 */
record VersionCheck(DistributedFileSystem fileSystem) {
    List<SourceFile> outdated(List<SourceFile> versions) throws IOException {
        List<SourceFile> outdated = new ArrayList<>();
        for (List<SourceFile> batch : Batches.of(versions)) {
            Map<String, SourceFile> left = new LinkedHashMap<>();
            batch.forEach(version -> left.put(version.path(), version));
            ask(left, outdated);
            for (SourceFile version : left.values()) {
                if (!isCurrent(version, () -> List.of(fileSystem.getFileStatus(new Path(version.path()))))) {
                    outdated.add(version);
                }
            }
        }
        return outdated;
    }

    /** Asks for all in one call. Paths without an answer stay in {@code left}. */
    private void ask(Map<String, SourceFile> left, List<SourceFile> outdated) throws IOException {
        if (left.size() == 1) {
            return;
        }
        try {
            RemoteIterator<PartialListing<FileStatus>> listings = fileSystem.batchedListStatusIterator(
                    left.keySet().stream().map(Path::new).toList());
            while (listings.hasNext()) {
                PartialListing<FileStatus> listing = listings.next();
                SourceFile version = left.remove(listing.getListedPath().toUri().getPath());
                if (version != null && !isCurrent(version, listing::get)) {
                    outdated.add(version);
                }
            }
        } catch (FileNotFoundException | RuntimeException e) {
            // One of them spoils the call: each is asked for alone.
        } catch (IOException e) {
            if (Refusals.of("", e).isEmpty() && !(e instanceof RemoteException)) {
                throw e;
            }
        }
    }

    private interface Listing {
        List<FileStatus> get() throws IOException;
    }

    private static boolean isCurrent(SourceFile version, Listing listing) throws IOException {
        try {
            List<FileStatus> statuses = listing.get();
            return statuses.size() == 1
                    && statuses.get(0).isFile()
                    && FileListing.version(statuses.get(0)).equals(version);
        } catch (IOException e) {
            return Refusals.orThrow(version.path(), e).reason() == SkipReason.NOT_READABLE;
        }
    }
}

package io.tiercel.hdfs.resolve;

import io.tiercel.hdfs.Batches;
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

/** Compares versions of files with the files now at their paths, a hundred in one call. */
record VersionCheck(DistributedFileSystem fileSystem) {
    List<VersionedPath> outdated(List<VersionedPath> versions) throws IOException {
        List<VersionedPath> outdated = new ArrayList<>();
        for (List<VersionedPath> batch : Batches.of(versions)) {
            Map<String, VersionedPath> left = new LinkedHashMap<>();
            batch.forEach(version -> left.put(version.path(), version));
            ask(left, outdated);
            for (VersionedPath version : left.values()) {
                if (!isCurrent(version, () -> List.of(fileSystem.getFileStatus(new Path(version.path()))))) {
                    outdated.add(version);
                }
            }
        }
        return outdated;
    }

    /** Asks for all in one call. Paths without an answer stay in {@code left}. */
    private void ask(Map<String, VersionedPath> left, List<VersionedPath> outdated) throws IOException {
        if (left.size() == 1) {
            return;
        }
        try {
            RemoteIterator<PartialListing<FileStatus>> listings = fileSystem.batchedListStatusIterator(
                    left.keySet().stream().map(Path::new).toList());
            while (listings.hasNext()) {
                PartialListing<FileStatus> listing = listings.next();
                VersionedPath version =
                        left.remove(listing.getListedPath().toUri().getPath());
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

    /** Lists one path. */
    private interface Listing {
        List<FileStatus> get() throws IOException;
    }

    private static boolean isCurrent(VersionedPath version, Listing listing) throws IOException {
        try {
            List<FileStatus> statuses = listing.get();
            return statuses.size() == 1
                    && statuses.get(0).isFile()
                    && VersionedPath.of(statuses.get(0)).equals(version);
        } catch (IOException e) {
            Refusals.orThrow(version.path(), e);
            return false;
        }
    }
}

package io.tiercel.hdfs.resolve;

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

/** Compares versions of files with what lies at their paths now, a hundred in one call. */
final class VersionCheck {
    /** As many as HDFS takes in one call unless told otherwise. */
    private static final int FILES_PER_CALL = 100;

    private final DistributedFileSystem fileSystem;

    VersionCheck(DistributedFileSystem fileSystem) {
        this.fileSystem = fileSystem;
    }

    List<VersionedPath> outdated(List<VersionedPath> versions) throws IOException {
        List<VersionedPath> outdated = new ArrayList<>();
        for (int from = 0; from < versions.size(); from += FILES_PER_CALL) {
            Map<String, VersionedPath> left = new LinkedHashMap<>();
            versions.subList(from, Math.min(from + FILES_PER_CALL, versions.size()))
                    .forEach(version -> left.put(version.path(), version));
            batch(left, outdated);
            for (VersionedPath version : left.values()) {
                if (!current(version)) {
                    outdated.add(version);
                }
            }
        }
        return outdated;
    }

    /** What gets no answer stays in {@code left}. */
    private void batch(Map<String, VersionedPath> left, List<VersionedPath> outdated) throws IOException {
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
                if (version != null && !current(version, listing)) {
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

    private static boolean current(VersionedPath version, PartialListing<FileStatus> listing) throws IOException {
        try {
            List<FileStatus> statuses = listing.get();
            return statuses.size() == 1
                    && statuses.get(0).isFile()
                    && BlockQuery.version(statuses.get(0)).equals(version);
        } catch (IOException e) {
            if (Refusals.of(version.path(), e).isPresent()) {
                return false;
            }
            throw e;
        }
    }

    private boolean current(VersionedPath version) throws IOException {
        try {
            FileStatus status = fileSystem.getFileStatus(new Path(version.path()));
            return status.isFile() && BlockQuery.version(status).equals(version);
        } catch (IOException e) {
            if (Refusals.of(version.path(), e).isPresent()) {
                return false;
            }
            throw e;
        }
    }
}

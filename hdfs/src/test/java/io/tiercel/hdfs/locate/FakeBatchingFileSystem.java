package io.tiercel.hdfs.locate;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.fs.BatchListingOperations;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.PartialListing;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.ipc.RemoteException;

/** As HDFS: answers for many paths in one call, an exception for each that has one. */
final class FakeBatchingFileSystem extends FakeFileSystem implements BatchListingOperations {
    boolean unsupported;

    @Override
    public RemoteIterator<PartialListing<FileStatus>> batchedListStatusIterator(List<Path> paths) {
        throw new UnsupportedOperationException();
    }

    @Override
    public RemoteIterator<PartialListing<LocatedFileStatus>> batchedListLocatedStatusIterator(List<Path> paths)
            throws IOException {
        calls.add("batch of " + paths.size());
        failIfTold();
        if (unsupported) {
            throw new RemoteException(UnsupportedOperationException.class.getName(), "Not implemented");
        }
        paths.forEach(this::checkName);
        List<PartialListing<LocatedFileStatus>> listings = new ArrayList<>();
        for (Path path : paths) {
            try {
                checkAccess(path);
                listings.add(new PartialListing<>(path, statuses(path.toUri().getPath())));
            } catch (IOException e) {
                RemoteException answer = e instanceof RemoteException remote
                        ? remote
                        : new RemoteException(e.getClass().getName(), e.getMessage());
                listings.add(new PartialListing<>(path, answer));
            }
        }
        Iterator<PartialListing<LocatedFileStatus>> iterator = listings.iterator();
        return new RemoteIterator<>() {
            @Override
            public boolean hasNext() {
                return iterator.hasNext();
            }

            @Override
            public PartialListing<LocatedFileStatus> next() {
                return iterator.next();
            }
        };
    }
}

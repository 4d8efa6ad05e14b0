package io.tiercel.hdfs.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.migrate.ledger.SourceFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.PartialListing;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.Test;

class VersionCheckTest {
    /** Answers no call for several files, so that each is asked for alone. */
    private final DistributedFileSystem fileSystem = new DistributedFileSystem() {
        @Override
        public RemoteIterator<PartialListing<FileStatus>> batchedListStatusIterator(List<Path> paths) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileStatus getFileStatus(Path path) throws IOException {
            return switch (path.toString()) {
                case "/same" -> new FileStatus(10, false, 1, 10, 5, path);
                case "/appended" -> new FileStatus(11, false, 1, 10, 6, path);
                case "/denied" ->
                    throw new RemoteException(AccessControlException.class.getName(), "Permission denied: user=alice");
                default -> throw new FileNotFoundException(path.toString());
            };
        }
    };

    private static SourceFile version(String path) {
        return new SourceFile(path, 0, 10, 5);
    }

    /** Else the blocks of a file would leave memory for everybody once its first user may not read it any more. */
    @Test
    void aUserWhoMayNotSeeAFileSaysNothingOfItsVersion() throws IOException {
        VersionCheck check = new VersionCheck(fileSystem);

        assertThat(check.outdated(List.of(version("/denied")))).isEmpty();
        assertThat(check.outdated(
                        List.of(version("/denied"), version("/same"), version("/appended"), version("/deleted"))))
                .containsExactly(version("/appended"), version("/deleted"));
    }
}

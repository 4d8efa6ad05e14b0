package io.tiercel.coordinator.store;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tiercel.protocol.StoredHints;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One file in HDFS that only the coordinator's own user can read. A new version replaces the old one at once, or not at all. */
public final class HdfsHintStore implements HintStore {
    private static final Logger LOG = LoggerFactory.getLogger(HdfsHintStore.class);
    private static final FsPermission OWN_FILE = new FsPermission("600");
    private static final FsPermission OWN_DIRECTORY = new FsPermission("700");

    /** More than the most hints take. A longer file is not ours. */
    private static final long MOST_BYTES = 64 << 20;

    private final Configuration conf;
    private final Path path;

    public HdfsHintStore(Configuration conf, String path) {
        this.conf = conf;
        this.path = new Path(path);
    }

    @Override
    public StoredHints read() throws IOException {
        try (FileSystem fileSystem = FileSystem.newInstance(FileSystem.getDefaultUri(conf), conf);
                FSDataInputStream in = fileSystem.open(path)) {
            if (fileSystem.getFileStatus(path).getLen() > MOST_BYTES) {
                LOG.warn("{} has more than {} bytes and is not read; hints of before are lost", path, MOST_BYTES);
                return StoredHints.getDefaultInstance();
            }
            return StoredHints.parseFrom(in);
        } catch (FileNotFoundException e) {
            return StoredHints.getDefaultInstance();
        } catch (InvalidProtocolBufferException e) {
            LOG.warn("{} is damaged ({}); hints of before are lost", path, e.getMessage());
            return StoredHints.getDefaultInstance();
        }
    }

    @Override
    public void write(StoredHints hints) throws IOException {
        Path fresh = path.suffix(".new");
        try (FileSystem fileSystem = FileSystem.newInstance(FileSystem.getDefaultUri(conf), conf)) {
            fileSystem.mkdirs(path.getParent(), OWN_DIRECTORY);
            try (FSDataOutputStream out = fileSystem
                    .createFile(fresh)
                    .overwrite(true)
                    .permission(OWN_FILE)
                    .build()) {
                hints.writeTo(out);
            }
            if (!(fileSystem instanceof DistributedFileSystem hdfs)) {
                throw new IOException(fileSystem.getUri() + ": expected HDFS");
            }
            hdfs.rename(fresh, path, Rename.OVERWRITE);
        }
    }
}

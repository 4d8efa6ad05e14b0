package io.tiercel.spark.ui;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.util.Progressable;
import org.apache.hadoop.util.functional.RemoteIterators;
import org.apache.spark.util.Utils;

/**
 * Local files, to be read alone, that claim to be blocks of a kibibyte on a cluster: on an SSD or an HDD of this host, by turns, or of
 * another host. Blocks are named as HDFS does, those of a file that is called by a number from that number on.
 */
public final class ClaimingFileSystem extends FileSystem {
    static final String SCHEME = "claimed";
    static final int BLOCK = 1024;
    /** As Spark calls the one executor of a local master. */
    static final String HERE = Utils.localHostName();

    static final String ELSEWHERE = "127.0.0.9";

    private final RawLocalFileSystem local = new RawLocalFileSystem();

    @Override
    public String getScheme() {
        return SCHEME;
    }

    @Override
    public URI getUri() {
        return URI.create(SCHEME + ":///");
    }

    @Override
    public void initialize(URI name, Configuration conf) throws IOException {
        super.initialize(name, conf);
        setConf(conf);
        local.initialize(URI.create("file:///"), conf);
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        return local.open(as("file", path), bufferSize);
    }

    @Override
    public FileStatus[] listStatus(Path path) throws IOException {
        FileStatus[] files = local.listStatus(as("file", path));
        for (int i = 0; i < files.length; i++) {
            files[i] = claimed(files[i]);
        }
        return files;
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        return claimed(local.getFileStatus(as("file", path)));
    }

    @Override
    protected RemoteIterator<LocatedFileStatus> listLocatedStatus(Path path, PathFilter filter) throws IOException {
        List<LocatedFileStatus> files = new ArrayList<>();
        for (FileStatus file : listStatus(path)) {
            if (filter.accept(file.getPath())) {
                files.add(located(file));
            }
        }
        return RemoteIterators.remoteIteratorFromIterable(files);
    }

    private LocatedFileStatus located(FileStatus file) throws IOException {
        long first = firstBlock(file);
        List<LocatedBlock> blocks = new ArrayList<>();
        for (BlockLocation at : getFileBlockLocations(file, 0, file.getLen())) {
            DatanodeInfo[] nodes = Arrays.stream(at.getHosts())
                    .map(host -> new DatanodeInfoBuilder()
                            .setNodeID(new DatanodeID(host, host, host, 9866, 0, 0, 0))
                            .build())
                    .toArray(DatanodeInfo[]::new);
            blocks.add(new LocatedBlock(
                    new ExtendedBlock("pool", first + at.getOffset() / BLOCK, at.getLength(), 1),
                    nodes,
                    at.getHosts(),
                    at.getStorageTypes(),
                    at.getOffset(),
                    false,
                    new DatanodeInfo[0]));
        }
        return ((HdfsLocatedFileStatus) new HdfsFileStatus.Builder()
                        .length(file.getLen())
                        .replication(2)
                        .blocksize(BLOCK)
                        .mtime(file.getModificationTime())
                        .path(new byte[0])
                        .locations(new LocatedBlocks(file.getLen(), false, blocks, null, true, null, null))
                        .build())
                .makeQualifiedLocated(getUri(), file.getPath());
    }

    private static FileStatus claimed(FileStatus file) {
        return new FileStatus(
                file.getLen(),
                file.isDirectory(),
                file.getReplication(),
                file.getBlockSize(),
                file.getModificationTime(),
                as(SCHEME, file.getPath()));
    }

    private static Path as(String scheme, Path path) {
        return new Path(scheme, null, path.toUri().getPath());
    }

    @Override
    public Path getWorkingDirectory() {
        return as(SCHEME, local.getWorkingDirectory());
    }

    @Override
    public void setWorkingDirectory(Path directory) {
        local.setWorkingDirectory(as("file", directory));
    }

    @Override
    public FSDataOutputStream create(
            Path path,
            FsPermission permission,
            boolean overwrite,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FSDataOutputStream append(Path path, int bufferSize, Progressable progress) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean rename(Path from, Path to) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean delete(Path path, boolean recursive) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean mkdirs(Path path, FsPermission permission) {
        throw new UnsupportedOperationException();
    }

    @Override
    public BlockLocation[] getFileBlockLocations(FileStatus file, long start, long length) throws IOException {
        List<BlockLocation> blocks = new ArrayList<>();
        for (long at = start / BLOCK * BLOCK; at < Math.min(file.getLen(), start + length); at += BLOCK) {
            int turn = (int) ((firstBlock(file) + at / BLOCK) % 5);
            StorageType here = turn < 2 ? StorageType.SSD : StorageType.DISK;
            blocks.add(
                    turn == 4
                            ? location(file, at, List.of(ELSEWHERE), List.of(StorageType.SSD))
                            : location(file, at, List.of(HERE, ELSEWHERE), List.of(here, StorageType.DISK)));
        }
        return blocks.toArray(BlockLocation[]::new);
    }

    private static long firstBlock(FileStatus file) {
        String name = file.getPath().getName();
        return name.chars().allMatch(Character::isDigit) ? Long.parseLong(name) : 0;
    }

    private static BlockLocation location(FileStatus file, long at, List<String> hosts, List<StorageType> types)
            throws IOException {
        return new BlockLocation(
                hosts.stream().map(host -> host + ":9866").toArray(String[]::new),
                hosts.toArray(String[]::new),
                null,
                null,
                null,
                types.toArray(StorageType[]::new),
                at,
                Math.min(BLOCK, file.getLen() - at),
                false);
    }
}

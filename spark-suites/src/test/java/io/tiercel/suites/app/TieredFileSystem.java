package io.tiercel.suites.app;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * Local files that claim to be blocks on the tiers of a cluster, so that an application on any Spark has located input without
 * a cluster to read from: every file is one block with a copy on an SSD of one host and a copy on an HDD of each other.
 *
 * <p>The hosts stand in {@code tiered.hosts}, comma-separated; the last digit in a file's name chooses the one with the SSD.
 */
public final class TieredFileSystem extends FileSystem {
    private final RawLocalFileSystem local = new RawLocalFileSystem();

    @Override
    public String getScheme() {
        return "tiered";
    }

    @Override
    public void initialize(URI name, Configuration conf) throws IOException {
        super.initialize(name, conf);
        setConf(conf);
        local.initialize(URI.create("file:///"), conf);
    }

    @Override
    public URI getUri() {
        return URI.create("tiered:///");
    }

    @Override
    public BlockLocation[] getFileBlockLocations(FileStatus file, long start, long length) {
        String[] hosts = getConf().getStrings("tiered.hosts");
        int ssd = file.getPath().getName().replaceAll("\\D", "").chars().reduce(0, (before, digit) -> digit - '0')
                % hosts.length;
        var names = new String[hosts.length];
        var types = new StorageType[hosts.length];
        for (int i = 0; i < hosts.length; i++) {
            names[i] = hosts[i] + ":9866";
            types[i] = i == ssd ? StorageType.SSD : StorageType.DISK;
        }
        return new BlockLocation[] {new BlockLocation(names, hosts, null, null, null, types, 0, file.getLen(), false)};
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        return local.open(local(path), bufferSize);
    }

    @Override
    public FSDataOutputStream create(
            Path path,
            FsPermission permission,
            boolean overwrite,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress)
            throws IOException {
        return local.create(local(path), permission, overwrite, bufferSize, replication, blockSize, progress);
    }

    @Override
    public FSDataOutputStream append(Path path, int bufferSize, Progressable progress) throws IOException {
        return local.append(local(path), bufferSize, progress);
    }

    @Override
    public boolean rename(Path from, Path to) throws IOException {
        return local.rename(local(from), local(to));
    }

    @Override
    public boolean delete(Path path, boolean recursive) throws IOException {
        return local.delete(local(path), recursive);
    }

    @Override
    public FileStatus[] listStatus(Path path) throws IOException {
        FileStatus[] files = local.listStatus(local(path));
        for (int i = 0; i < files.length; i++) files[i] = tiered(files[i]);
        return files;
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        return tiered(local.getFileStatus(local(path)));
    }

    @Override
    public boolean mkdirs(Path path, FsPermission permission) throws IOException {
        return local.mkdirs(local(path), permission);
    }

    @Override
    public void setWorkingDirectory(Path directory) {
        local.setWorkingDirectory(local(directory));
    }

    @Override
    public Path getWorkingDirectory() {
        return tiered(local.getWorkingDirectory());
    }

    private static Path local(Path path) {
        return new Path("file", null, path.toUri().getPath());
    }

    private static Path tiered(Path path) {
        return new Path("tiered", null, path.toUri().getPath());
    }

    private static FileStatus tiered(FileStatus file) {
        return new FileStatus(
                file.getLen(),
                file.isDirectory(),
                file.getReplication(),
                file.getBlockSize(),
                file.getModificationTime(),
                tiered(file.getPath()));
    }
}

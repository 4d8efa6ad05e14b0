package io.tiercel.hdfs.locate;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.util.Progressable;
import org.jspecify.annotations.Nullable;

/** Files with locations in memory; counts calls and fails when told to. */
class FakeFileSystem extends FileSystem {
    static final URI ROOT = URI.create("hdfs://fake/");
    static final Set<FileStatus.AttrFlags> PLAIN = Set.of();

    final List<String> calls = new ArrayList<>();

    @Nullable
    Runnable beforeAnswer;

    final Set<Path> forbidden = new HashSet<>();
    final Map<String, Exception> odd = new HashMap<>();

    @Nullable
    IOException failure;

    private final TreeMap<String, LocatedFileStatus> files = new TreeMap<>();

    private int left = Integer.MAX_VALUE;
    private @Nullable IOException lateFailure;

    FakeFileSystem() {
        setConf(new Configuration(false));
    }

    FakeFileSystem put(String path, long length, long modified, BlockLocation... blocks) {
        return put(path, length, modified, PLAIN, blocks);
    }

    FakeFileSystem put(
            String path, long length, long modified, Set<FileStatus.AttrFlags> flags, BlockLocation... blocks) {
        files.put(
                path,
                new LocatedFileStatus(
                        length,
                        false,
                        3,
                        128,
                        modified,
                        0,
                        FsPermission.getFileDefault(),
                        "me",
                        "us",
                        null,
                        makeQualified(new Path(path)),
                        flags,
                        blocks));
        return this;
    }

    /** Fails from the entry of a listing that comes after {@code entries} more. */
    void failAfter(int entries, IOException late) {
        left = entries;
        lateFailure = late;
    }

    void remove(String path) {
        files.remove(path);
    }

    /** A block on hosts {@code host:TYPE}; each host's address is host.address, its rack /rack. */
    static BlockLocation block(long offset, long length, String... replicas) {
        int n = replicas.length;
        String[] hosts = new String[n];
        String[] names = new String[n];
        String[] racks = new String[n];
        StorageType[] types = new StorageType[n];
        for (int i = 0; i < n; i++) {
            String[] parts = replicas[i].split(":");
            hosts[i] = parts[0];
            names[i] = "10.0.0." + parts[0].replaceAll("\\D", "") + ":9866";
            racks[i] = "/rack" + Integer.parseInt(parts[0].replaceAll("\\D", "")) % 2 + "/" + names[i];
            types[i] = StorageType.valueOf(parts[1]);
        }
        return new BlockLocation(names, hosts, new String[0], racks, new String[n], types, offset, length, false);
    }

    @Override
    public URI getUri() {
        return ROOT;
    }

    @Override
    public RemoteIterator<LocatedFileStatus> listLocatedStatus(Path path) throws IOException {
        String bare = path.toUri().getPath();
        calls.add("list " + bare);
        failIfTold();
        checkAccess(path);
        checkName(path);
        List<LocatedFileStatus> found = statuses(bare);
        if (beforeAnswer != null) {
            beforeAnswer.run();
        }
        Iterator<LocatedFileStatus> iterator = found.iterator();
        return new RemoteIterator<>() {
            @Override
            public boolean hasNext() {
                return iterator.hasNext();
            }

            @Override
            public LocatedFileStatus next() throws IOException {
                calls.add("entry");
                if (failure == null && left-- == 0) {
                    failure = lateFailure;
                }
                failIfTold();
                return iterator.next();
            }
        };
    }

    final List<LocatedFileStatus> statuses(String bare) throws IOException {
        if (odd.get(bare) instanceof IOException e) {
            throw e;
        }
        LocatedFileStatus file = files.get(bare);
        if (file != null) {
            return List.of(file);
        }
        String prefix = bare.endsWith("/") ? bare : bare + "/";
        List<LocatedFileStatus> children = files.values().stream()
                .filter(status -> status.getPath().toUri().getPath().startsWith(prefix))
                .toList();
        if (children.isEmpty()) {
            throw new FileNotFoundException("File " + bare + " does not exist");
        }
        return children;
    }

    final void failIfTold() throws IOException {
        if (failure != null) {
            throw failure;
        }
    }

    final void checkAccess(Path path) throws AccessControlException {
        if (forbidden.contains(new Path(path.toUri().getPath()))) {
            throw new AccessControlException("Permission denied: user=me, inode=\"" + path + "\"");
        }
    }

    /** As the client does before it asks the server. */
    final void checkName(Path path) {
        if (odd.get(path.toUri().getPath()) instanceof RuntimeException e) {
            throw e;
        }
    }

    long count(String call) {
        return calls.stream().filter(c -> c.startsWith(call)).count();
    }

    @Override
    public FSDataInputStream open(Path f, int bufferSize) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FSDataOutputStream create(
            Path f, FsPermission p, boolean o, int b, short r, long s, @Nullable Progressable progress) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FSDataOutputStream append(Path f, int bufferSize, @Nullable Progressable progress) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean rename(Path src, Path dst) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean delete(Path f, boolean recursive) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileStatus[] listStatus(Path f) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setWorkingDirectory(Path dir) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Path getWorkingDirectory() {
        return new Path("/");
    }

    @Override
    public boolean mkdirs(Path f, FsPermission permission) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileStatus getFileStatus(Path f) {
        throw new UnsupportedOperationException();
    }
}

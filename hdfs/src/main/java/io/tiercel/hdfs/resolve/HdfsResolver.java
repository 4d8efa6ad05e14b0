package io.tiercel.hdfs.resolve;

import io.tiercel.hdfs.Batches;
import io.tiercel.hdfs.resolve.FileResolver.TooManyBlocksException;
import io.tiercel.hdfs.resolve.Resolution.ResolvedFile;
import io.tiercel.hdfs.resolve.Resolution.Skip;
import io.tiercel.migrate.ledger.SourceFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.PartialListing;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.ipc.RemoteException;

/**
 * Asks HDFS under the caller's own user name, so that HDFS itself checks every permission. Directories are read page by page. Each
 * file's blocks cost one call, several at a time, unless they were asked for lately and the version is the same.
 */
public final class HdfsResolver implements FileResolver {
    /** Most files looked up at once for one caller. */
    private static final int WINDOW = 64;

    private final ProxyFileSystems fileSystems;
    private final BlockCache cache;
    private final ExecutorService lookups;
    private final int mostBlocks;

    /**
     * @param conf Hadoop's configuration; its {@code fs.defaultFS} is what is served
     * @param lookups runs the calls for single files; not closed here
     * @param cacheNanos how long locations of a file version may be used again
     * @param mostBlocks most blocks of one call; more are refused
     * @param ticker nanoseconds
     * @throws IOException if the configuration names no HDFS
     */
    public HdfsResolver(
            Configuration conf, ExecutorService lookups, long cacheNanos, int mostBlocks, LongSupplier ticker)
            throws IOException {
        this.fileSystems = new ProxyFileSystems(conf);
        this.cache = new BlockCache(cacheNanos, mostBlocks, ticker);
        this.lookups = lookups;
        this.mostBlocks = mostBlocks;
    }

    @Override
    public Resolution resolve(String user, List<PathSelection> selections) throws IOException {
        DistributedFileSystem fileSystem = fileSystems.of(user);
        List<Skip> skips = new ArrayList<>();
        List<ResolvedFile> files = new ArrayList<>();
        int blocks = 0;
        for (PathSelection selection : selections) {
            List<FileStatus> named = new FileListing(fileSystem, skips, mostBlocks).files(selection.path());
            for (List<FileStatus> window : Batches.of(named, WINDOW)) {
                for (ResolvedFile file : locate(user, fileSystem, window, skips)) {
                    ResolvedFile selected = select(file, selection);
                    blocks += selected.blocks().size();
                    if (blocks > mostBlocks) {
                        throw new TooManyBlocksException(mostBlocks);
                    }
                    files.add(selected);
                }
            }
        }
        return new Resolution(files, skips);
    }

    private static ResolvedFile select(ResolvedFile file, PathSelection selection) {
        return selection.ranges().isEmpty()
                ? file
                : new ResolvedFile(
                        file.version(),
                        file.blocks().stream()
                                .filter(block -> selection.covers(block.offset(), block.length()))
                                .toList());
    }

    private List<ResolvedFile> locate(
            String user, DistributedFileSystem fileSystem, List<FileStatus> statuses, List<Skip> skips)
            throws IOException {
        List<Future<Resolution>> answers = new ArrayList<>();
        for (FileStatus status : statuses) {
            answers.add(lookups.submit(new BlockQuery(fileSystem, status, cache, user)::call));
        }
        List<ResolvedFile> files = new ArrayList<>();
        try {
            for (Future<Resolution> answer : answers) {
                files.addAll(answer.get().files());
                skips.addAll(answer.get().skips());
            }
            return files;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the coordinator is closing");
        } finally {
            answers.forEach(answer -> answer.cancel(true));
        }
    }

    @Override
    public List<SourceFile> outdated(String user, List<SourceFile> versions) throws IOException {
        return new VersionCheck(fileSystems.of(user)).outdated(versions);
    }

    @Override
    public void close() {
        fileSystems.close();
    }

    /** Compares versions of files with the files now at their paths, a hundred in one call. */
    private record VersionCheck(DistributedFileSystem fileSystem) {
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
                    SourceFile version =
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
                Refusals.orThrow(version.path(), e);
                return false;
            }
        }
    }
}

package io.tiercel.hdfs.resolve;

import io.tiercel.protocol.SkipReason;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * Asks HDFS under the caller's own user name, so that HDFS itself checks every permission. Directories are read page by page; each
 * file's blocks cost one call, several at a time, unless they were asked for lately and the file is the same version.
 */
public final class HdfsResolver implements FileResolver {
    /** Files that are being looked up at once for one caller. */
    private static final int WINDOW = 64;

    private final ProxyFileSystems fileSystems;
    private final BlockCache cache;
    private final ExecutorService lookups;
    private final int mostBlocks;

    /**
     * @param conf Hadoop's configuration; its {@code fs.defaultFS} is what is served
     * @param lookups where calls for single files are made; not closed here
     * @param cacheNanos how long locations of a file version may be used again
     * @param mostBlocks more than so many are refused
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
            for (int from = 0; from < named.size(); from += WINDOW) {
                List<FileStatus> window = named.subList(from, Math.min(from + WINDOW, named.size()));
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
        List<Future<Located>> answers = new ArrayList<>();
        for (FileStatus status : statuses) {
            BlockQuery lookup = new BlockQuery(fileSystem, status, cache, user);
            answers.add(lookups.submit(lookup::call));
        }
        List<ResolvedFile> files = new ArrayList<>();
        try {
            for (Future<Located> answer : answers) {
                Located located = answer.get();
                if (located.file() != null) {
                    files.add(located.file());
                }
                if (located.skip() != null) {
                    skips.add(located.skip());
                }
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
    public List<VersionedPath> outdated(String user, List<VersionedPath> versions) throws IOException {
        return new VersionCheck(fileSystems.of(user)).outdated(versions);
    }

    @Override
    public void close() {
        fileSystems.close();
    }

    /** Why HDFS' words about a file keep it out, if they are about the file. */
    static Skip refusal(String path, IOException e) throws IOException {
        return Refusals.of(path, e).orElseThrow(() -> e);
    }

    static Skip notFound(String path) {
        return Skip.whole(path, SkipReason.NOT_FOUND, "there is no such file or directory");
    }
}

package io.tiercel.hdfs.resolve;

import io.tiercel.hdfs.AnswerCache;
import io.tiercel.hdfs.CallTimeouts;
import io.tiercel.hdfs.HdfsBlocks;
import io.tiercel.hdfs.OpenFileSystems;
import io.tiercel.hdfs.resolve.Resolution.FileBlock;
import io.tiercel.hdfs.resolve.Resolution.ReplicaPlace;
import io.tiercel.hdfs.resolve.Resolution.ResolvedFile;
import io.tiercel.hdfs.resolve.Resolution.Skip;
import io.tiercel.hdfs.resolve.WalkBudget.SpentException;
import io.tiercel.migrate.ledger.SourceFile;
import io.tiercel.model.BlockId;
import io.tiercel.protocol.SkipReason;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.jspecify.annotations.Nullable;

/**
 * Asks HDFS as the caller, so that HDFS itself checks every permission and writes it to its audit log. Directories are read page by page. Each
 * file's blocks cost one call, several at a time, unless they were asked for lately and the version is the same.
 */
public final class HdfsResolver implements FileResolver {
    private static final int WINDOW_FILES = 64;

    /** About 2 MB. A window ends with the file that reaches it. */
    private static final int WINDOW_BLOCKS = 4_096;

    /** Heap of one block with three replicas; its file counts as one more. */
    private static final int BLOCK_BYTES = 300;

    private static final int MOST_CLIENTS = 100;
    private static final int MOST_USERS = 10_000;

    private record CallerKey(String user, String credentials) {}

    private final Configuration conf;
    private final OpenFileSystems<CallerKey, DistributedFileSystem> byCaller = new OpenFileSystems<>(MOST_CLIENTS);

    /** For checks of files between a user's calls. */
    private final AnswerCache<String, Caller> lastCallers = new AnswerCache<>(Long.MAX_VALUE, MOST_USERS, caller -> 1);

    private final BlockCache cache;
    private final ExecutorService lookups;
    private final WalkLimits limits;
    private final CallPace pace;
    private final LongSupplier ticker;
    private final ReadableBlocks readable;

    /**
     * @param conf Hadoop's configuration; its {@code fs.defaultFS} is what is served
     * @param lookups runs the calls for single files; not closed here
     * @param cacheNanos how long locations of a file version may be used again
     * @param limits of each walk
     * @param cacheBytes heap that locations kept for use again may take, by estimate
     * @param callsPerSecond of all walks together
     * @param ticker nanoseconds
     * @param blockFiles for {@link #readable}
     * @throws IOException if the configuration names no HDFS
     */
    public HdfsResolver(
            Configuration conf,
            ExecutorService lookups,
            long cacheNanos,
            WalkLimits limits,
            long cacheBytes,
            int callsPerSecond,
            LongSupplier ticker,
            BlockFiles blockFiles)
            throws IOException {
        this.readable = new ReadableBlocks(blockFiles, cacheNanos, ticker);
        this.conf = CallTimeouts.in(conf);
        if (!"hdfs".equals(FileSystem.getDefaultUri(conf).getScheme())) {
            throw new IOException("fs.defaultFS: expected an hdfs:// URI, got " + FileSystem.getDefaultUri(conf));
        }
        this.cache = new BlockCache(cacheNanos, (int) Math.min(limits.blocks(), cacheBytes / BLOCK_BYTES), ticker);
        this.lookups = lookups;
        this.limits = limits;
        this.pace = new CallPace(callsPerSecond, ticker);
        this.ticker = ticker;
    }

    @Override
    public void walk(Caller caller, List<PathSelection> selections, BooleanSupplier abandoned, Windows windows)
            throws IOException {
        lastCallers.put(caller.user(), caller, ticker.getAsLong());
        new Walk(
                        caller.user(),
                        fileSystem(caller),
                        selections,
                        new WalkBudget(limits, pace, ticker, abandoned),
                        windows)
                .run();
    }

    /** One walk. Files are located while only a window of them is kept. */
    private final class Walk implements FileListing.Sink {
        private record Listed(FileStatus status, int selection) {}

        private final String user;
        private final DistributedFileSystem fileSystem;
        private final List<PathSelection> selections;
        private final WalkBudget budget;
        private final Windows windows;
        private final List<Listed> window = new ArrayList<>();
        private final List<Skip> skips = new ArrayList<>();
        private long windowBlocks;

        /** The one being listed. */
        private int selection;

        /** The one whose files were taken last; below 0 before the first. */
        private int taken = -1;

        /** What {@link #taken} names of each file. */
        private ByteRanges parts = ByteRanges.of(List.of());

        Walk(
                String user,
                DistributedFileSystem fileSystem,
                List<PathSelection> selections,
                WalkBudget budget,
                Windows windows) {
            this.user = user;
            this.fileSystem = fileSystem;
            this.selections = selections;
            this.budget = budget;
            this.windows = windows;
        }

        void run() throws IOException {
            try {
                for (selection = 0; selection < selections.size(); selection++) {
                    new FileListing(fileSystem, budget, this)
                            .list(selections.get(selection).path());
                }
                locate();
            } catch (SpentException e) {
                handOver(List.of());
                int unfinished = window.isEmpty() ? selection : window.get(0).selection();
                throw new WalkLimitException(
                        e.getMessage(), selections.get(unfinished).path(), selections.size() - unfinished - 1);
            }
        }

        @Override
        public void file(FileStatus status) throws IOException {
            window.add(new Listed(status, selection));
            windowBlocks += 1 + status.getLen() / Math.max(1, status.getBlockSize());
            if (window.size() == WINDOW_FILES || windowBlocks >= WINDOW_BLOCKS) {
                locate();
            }
        }

        @Override
        public void skip(Skip skip) throws IOException {
            budget.blocks(1);
            skips.add(skip);
            if (skips.size() == WINDOW_FILES) {
                locate();
            }
        }

        /** Hands over what has been found up to the file with which the budget is spent. */
        private void locate() throws IOException {
            List<Future<Resolution>> asked = new ArrayList<>();
            List<ResolvedFile> files = new ArrayList<>();
            Optional<SpentException> spent;
            try {
                spent = ask(asked);
                for (Future<Resolution> each : asked) {
                    take(answer(each), parts(window.get(0).selection()), files);
                    window.remove(0);
                }
            } catch (SpentException e) {
                spent = Optional.of(e);
            } finally {
                asked.forEach(each -> each.cancel(false));
            }
            handOver(files);
            if (spent.isPresent()) {
                throw spent.get();
            }
            windowBlocks = 0;
        }

        /** Asks for the files of the window; not for all if that spends the budget. */
        private Optional<SpentException> ask(List<Future<Resolution>> asked) throws IOException {
            for (Listed file : window) {
                if (!BlockQuery.isRefused(file.status())
                        && cache.find(FileListing.version(file.status()), user).isEmpty()) {
                    try {
                        budget.call();
                    } catch (SpentException e) {
                        return Optional.of(e);
                    }
                }
                asked.add(lookups.submit(new BlockQuery(fileSystem, file.status(), cache, user, budget)::call));
            }
            return Optional.empty();
        }

        /** Made once for each selection: it may have a million ranges, and as many files. */
        private ByteRanges parts(int of) {
            if (of != taken) {
                parts = ByteRanges.of(List.of(selections.get(of)));
                taken = of;
            }
            return parts;
        }

        private void take(Resolution answer, ByteRanges wanted, List<ResolvedFile> files) throws SpentException {
            for (ResolvedFile file : answer.files()) {
                ResolvedFile selected = select(file, wanted);
                budget.blocks(selected.blocks().size());
                files.add(selected);
            }
            budget.blocks(answer.skips().size());
            skips.addAll(answer.skips());
        }

        private void handOver(List<ResolvedFile> files) throws IOException {
            if (!files.isEmpty() || !skips.isEmpty()) {
                windows.found(new Resolution(files, skips));
                skips.clear();
            }
        }
    }

    private static ResolvedFile select(ResolvedFile file, ByteRanges wanted) {
        List<FileBlock> blocks = file.blocks().stream()
                .filter(block -> wanted.touch(block.offset(), block.length()))
                .toList();
        return blocks.size() == file.blocks().size() ? file : new ResolvedFile(file.version(), blocks);
    }

    private static Resolution answer(Future<Resolution> future) throws IOException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the coordinator is closing");
        }
    }

    @Override
    public List<SourceFile> outdated(String user, List<SourceFile> versions) throws IOException {
        return new VersionCheck(fileSystem(lastCaller(user))).outdated(versions);
    }

    @Override
    public Set<BlockId> readable(Caller caller, Collection<BlockId> blocks, BooleanSupplier abandoned)
            throws IOException {
        // There is at most one call for each block, however few calls a hint may take.
        WalkLimits enough = new WalkLimits(limits.blocks(), Math.max(limits.calls(), blocks.size()), limits.time());
        try {
            return readable.among(
                    blocks, caller.user(), fileSystem(caller), new WalkBudget(enough, pace, ticker, abandoned));
        } catch (SpentException e) {
            throw new WalkLimitException(e.getMessage(), "", 0);
        }
    }

    private Caller lastCaller(String user) {
        AnswerCache.@Nullable Answer<Caller> last = lastCallers.get(user, ticker.getAsLong());
        return last == null ? Caller.named(user) : last.value();
    }

    /** The caller's own client of HDFS. It acts as the caller, with the caller's own credentials: nobody needs the right to act for others. */
    private DistributedFileSystem fileSystem(Caller caller) throws IOException {
        return byCaller.get(new CallerKey(caller.user(), caller.credentials()), () -> {
            try {
                return caller.hadoop().doAs((PrivilegedExceptionAction<DistributedFileSystem>) this::open);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("the coordinator is closing");
            }
        });
    }

    private DistributedFileSystem open() throws IOException {
        FileSystem fileSystem = FileSystem.newInstance(FileSystem.getDefaultUri(conf), conf);
        if (fileSystem instanceof DistributedFileSystem hdfs) {
            return hdfs;
        }
        fileSystem.close();
        throw new IOException(fileSystem.getUri() + ": expected HDFS, got "
                + fileSystem.getClass().getSimpleName());
    }

    @Override
    public void close() {
        byCaller.close();
    }

    /**
     * Asks for one file's blocks. {@code getBlockLocations} demands the right to read the file (FSNamesystem, checkPathAccess READ), so
     * this one call checks the permission too. Listings with locations demand it of the directory only.
     */
    private record BlockQuery(
            DistributedFileSystem fileSystem, FileStatus status, BlockCache cache, String user, WalkBudget budget) {
        /** Whether HDFS need not be asked. */
        static boolean isRefused(FileStatus status) {
            return status.isErasureCoded() || status.isEncrypted();
        }

        Resolution call() throws IOException {
            SourceFile version = FileListing.version(status);
            String path = version.path();
            if (status.isErasureCoded()) {
                return skip(path, SkipReason.ERASURE_CODED, "erasure-coded: no node holds a whole block");
            }
            if (status.isEncrypted()) {
                return skip(path, SkipReason.ENCRYPTED, "encrypted: its readers could not read it from memory");
            }
            Optional<ResolvedFile> cached = cache.find(version, user);
            if (cached.isPresent()) {
                return Resolution.of(cached.get());
            }
            LocatedBlocks located;
            try {
                located = budget.make(() -> fileSystem.getClient().getLocatedBlocks(path, 0, Long.MAX_VALUE));
            } catch (IOException e) {
                return Resolution.of(Refusals.orThrow(path, e));
            }
            if (located.isUnderConstruction()) {
                return skip(path, SkipReason.BEING_WRITTEN, "being written; prefetch it once it is closed");
            }
            if (located.getFileLength() == 0) {
                return skip(path, SkipReason.EMPTY, "empty");
            }
            // The file may have changed since it was listed: the version is that of the blocks.
            ResolvedFile file = new ResolvedFile(
                    located.getFileLength() == version.length()
                            ? version
                            : new SourceFile(path, version.fileId(), located.getFileLength(), version.modified()),
                    located.getLocatedBlocks().stream().map(this::block).toList());
            cache.add(file, user);
            return Resolution.of(file);
        }

        private static Resolution skip(String path, SkipReason reason, String text) {
            return Resolution.of(Skip.whole(path, reason, text));
        }

        private FileBlock block(LocatedBlock block) {
            return new FileBlock(
                    HdfsBlocks.id(block),
                    block.getStartOffset(),
                    block.getBlockSize(),
                    block.isCorrupt() ? List.of() : replicas(block));
        }

        private List<ReplicaPlace> replicas(LocatedBlock block) {
            DatanodeInfo[] nodes = block.getLocations();
            @Nullable String @Nullable [] storages = block.getStorageIDs();
            StorageType @Nullable [] types = block.getStorageTypes();
            List<ReplicaPlace> places = new ArrayList<>(nodes.length);
            for (int i = 0; i < nodes.length; i++) {
                String storage = storages == null || i >= storages.length ? null : storages[i];
                StorageType type = types == null || i >= types.length ? StorageType.DEFAULT : types[i];
                if (storage != null && type != StorageType.PROVIDED) {
                    places.add(cache.place(nodes[i].getDatanodeUuid(), nodes[i].getHostName(), storage, type.name()));
                }
            }
            return places;
        }
    }
}

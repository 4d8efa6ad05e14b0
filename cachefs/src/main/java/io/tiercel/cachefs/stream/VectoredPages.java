package io.tiercel.cachefs.stream;

import io.tiercel.cachefs.NodeCache;
import io.tiercel.cachefs.PageFetch;
import io.tiercel.cachefs.peer.Neighbours;
import io.tiercel.cachefs.peer.PageSink;
import io.tiercel.cachefs.store.PagedObject;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FSExceptionMessages;
import org.apache.hadoop.fs.FileRange;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One vectored read. Missing pages of a range come by one request of the source's stream for each run of them, all of them at once; the
 * rest is read from the cache, by the file system's own threads.
 */
final class VectoredPages {
    private static final Logger LOG = LoggerFactory.getLogger(VectoredPages.class);

    private final PageReader stream;
    private final NodeCache cache;
    private final PagedObject object;
    private final Executor threads;

    private final List<PageFetch> claimed = new ArrayList<>();

    /** Pages that this read brings in. */
    private final Map<Integer, CompletableFuture<Come>> coming = new HashMap<>();

    VectoredPages(PageReader stream, NodeCache cache, PagedObject object, Executor threads) {
        this.stream = stream;
        this.cache = cache;
        this.object = object;
        this.threads = threads;
    }

    /**
     * Checks ranges as Hadoop does, and sorts them by offset. Hadoop's own method for it has other names in older versions.
     *
     * @param length of the object
     */
    static List<FileRange> sorted(List<? extends FileRange> ranges, long length) throws EOFException {
        List<FileRange> sorted = new ArrayList<>(ranges);
        sorted.sort(Comparator.comparingLong(FileRange::getOffset));
        long end = 0;
        for (FileRange range : sorted) {
            if (range.getLength() < 0) {
                throw new IllegalArgumentException("length is negative in " + range);
            }
            if (range.getOffset() < 0) {
                throw new EOFException("position is negative in range " + range);
            }
            if (range.getOffset() < end) {
                throw new IllegalArgumentException("Overlapping ranges: " + range + " begins before " + end);
            }
            end = range.getOffset() + range.getLength();
            if (range.getOffset() >= length || end > length) {
                throw new EOFException("Range beyond the file length (" + length + "): " + range);
            }
        }
        return sorted;
    }

    /** Pages that another node has. */
    private final List<FromNeighbour> fromNeighbours = new ArrayList<>();

    /** A run of missing pages that one range of the source brings. */
    private record Run(FileRange range, int first, List<PageFetch> fetches) {}

    private record FromNeighbour(Neighbours.Run run, int first, List<PageFetch> fetches) {}

    /** A page that was missing. @param isCached whether another node's cache gave it */
    private record Come(byte[] bytes, boolean isCached) {}

    /** @param sorted by offset, without overlaps, within the object */
    void read(List<? extends FileRange> sorted, IntFunction<ByteBuffer> allocate, Consumer<ByteBuffer> release)
            throws IOException {
        List<Run> runs = new ArrayList<>();
        try {
            for (FileRange range : sorted) {
                range.setData(new CompletableFuture<>());
                if (range.getLength() > 0) {
                    addRuns(range, runs);
                }
            }
            if (!runs.isEmpty()) {
                stream.readSourceVectored(runs.stream().map(Run::range).toList());
            }
        } catch (IOException | RuntimeException | Error e) {
            claimed.forEach(PageFetch::fail);
            throw e;
        }
        // Last, as callbacks may run at once and use the source's stream.
        runs.forEach(run -> run.range().getData().whenComplete((bytes, failure) -> end(run, bytes)));
        for (FromNeighbour pages : fromNeighbours) {
            try {
                threads.execute(() -> readNeighbour(pages));
            } catch (RuntimeException e) { // Closed.
                fail(pages);
            }
        }
        for (FileRange range : sorted) {
            CompletableFuture<?>[] needed = pages(range)
                    .mapToObj(coming::get)
                    .filter(page -> page != null)
                    .toArray(CompletableFuture<?>[]::new);
            if (needed.length == 0) {
                threads.execute(() -> fill(range, allocate, release));
            } else {
                // By the thread that brought the last page, as it may be one of the pool and must not wait for another.
                // A page that does not come is read once more, alone, and tells then why.
                CompletableFuture.allOf(needed)
                        .handle((done, failure) -> failure)
                        .thenRun(() -> fill(range, allocate, release));
            }
        }
    }

    /** What the neighbour does not give comes from the source, by one request. */
    private void readNeighbour(FromNeighbour pages) {
        try {
            int next = cache.readNeighbour(pages.run(), sink(pages, true));
            if (next < pages.run().end()) {
                stream.readSource(next, pages.run().end(), sink(pages, false));
            }
        } catch (IOException | RuntimeException e) {
            LOG.debug("pages that a neighbour was to give did not come", e);
        } finally {
            fail(pages);
        }
    }

    private PageSink sink(FromNeighbour pages, boolean isCached) {
        return (page, bytes) -> {
            pages.fetches().get(page - pages.first()).complete(bytes);
            coming.get(page).complete(new Come(bytes, isCached));
        };
    }

    /** Has no effect on pages that have come. */
    private void fail(FromNeighbour pages) {
        for (int i = 0; i < pages.fetches().size(); i++) {
            pages.fetches().get(i).fail();
            coming.get(pages.first() + i).completeExceptionally(new IOException("the page did not come"));
        }
    }

    private IntStream pages(FileRange range) {
        return range.getLength() == 0
                ? IntStream.empty()
                : IntStream.rangeClosed(
                        object.pageAt(range.getOffset()), object.pageAt(range.getOffset() + range.getLength() - 1));
    }

    private void addRuns(FileRange range, List<Run> runs) {
        List<PageFetch> fetches = new ArrayList<>();
        int last = object.pageAt(range.getOffset() + range.getLength() - 1);
        for (int page = object.pageAt(range.getOffset()); page <= last; page++) {
            Optional<PageFetch> fetch = coming.containsKey(page) ? Optional.empty() : cache.begin(object, page);
            if (fetch.isPresent()) {
                fetches.add(fetch.get());
                claimed.add(fetch.get());
                coming.put(page, new CompletableFuture<>());
            } else {
                addRun(page - fetches.size(), fetches, runs);
                fetches = new ArrayList<>();
            }
        }
        addRun(last + 1 - fetches.size(), fetches, runs);
    }

    /** Pages that a neighbour has come from it. The source brings the others, with one request for each row of them. */
    private void addRun(int first, List<PageFetch> fetches, List<Run> runs) {
        int end = first + fetches.size();
        int begun = first;
        for (int page = first; page < end; ) {
            Optional<Neighbours.Run> found = cache.findNeighbour(object, page, end);
            if (found.isEmpty()) {
                page++;
                continue;
            }
            addSourceRun(begun, fetches.subList(begun - first, page - first), runs);
            begun = found.get().end();
            fromNeighbours.add(new FromNeighbour(found.get(), page, fetches.subList(page - first, begun - first)));
            page = begun;
        }
        addSourceRun(begun, fetches.subList(begun - first, end - first), runs);
    }

    private void addSourceRun(int first, List<PageFetch> fetches, List<Run> runs) {
        if (!fetches.isEmpty()) {
            int last = first + fetches.size() - 1;
            long start = object.start(first);
            int bytes = Math.toIntExact(object.start(last) + object.length(last) - start);
            runs.add(new Run(FileRange.createFileRange(start, bytes), first, fetches));
        }
    }

    private void end(Run run, @Nullable ByteBuffer bytes) {
        IOException missing = new IOException("the page did not come");
        try {
            for (int i = 0; bytes != null && i < run.fetches().size(); i++) {
                int page = run.first() + i;
                byte[] own = new byte[object.length(page)];
                bytes.get(bytes.position() + Math.toIntExact(object.start(page) - object.start(run.first())), own);
                run.fetches().get(i).complete(own);
                coming.get(page).complete(new Come(own, false));
            }
        } finally {
            for (int i = 0; i < run.fetches().size(); i++) {
                run.fetches().get(i).fail();
                coming.get(run.first() + i).completeExceptionally(missing);
            }
        }
    }

    private void fill(FileRange range, IntFunction<ByteBuffer> allocate, Consumer<ByteBuffer> release) {
        ByteBuffer buffer = null;
        try {
            buffer = allocate.apply(range.getLength());
            for (int page : pages(range).toArray()) {
                copy(range, page, buffer);
            }
            buffer.flip();
            range.getData().complete(buffer);
        } catch (Throwable e) {
            if (buffer != null) {
                release.accept(buffer);
            }
            range.getData().completeExceptionally(e);
        }
    }

    private void copy(FileRange range, int page, ByteBuffer buffer) throws IOException {
        if (stream.isClosed()) {
            throw new IOException(FSExceptionMessages.STREAM_IS_CLOSED);
        }
        int start = Math.toIntExact(Math.max(0, range.getOffset() - object.start(page)));
        int end = (int) Math.min(object.length(page), range.getOffset() + range.getLength() - object.start(page));
        CompletableFuture<Come> awaited = coming.get(page);
        if (awaited != null && !awaited.isCompletedExceptionally()) {
            Come come = awaited.join();
            buffer.put(come.bytes(), start, end - start);
            stream.countRead(end - start, come.isCached());
        } else if (awaited != null || !copyCached(page, start, end, buffer)) {
            buffer.put(stream.readPageAnyhow(page), start, end - start);
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException();
        }
    }

    /** @return whether the cache has the page */
    private boolean copyCached(int page, int start, int end, ByteBuffer buffer) {
        if (!cache.has(object, page)) {
            return false;
        }
        ByteBuffer bytes = PageBuffers.SHARED.take(object.length(page));
        try {
            if (!cache.read(object, page, bytes)) {
                return false;
            }
            buffer.put(bytes.limit(end).position(start));
        } finally {
            PageBuffers.SHARED.giveBack(bytes);
        }
        stream.countRead(end - start, true);
        return true;
    }
}

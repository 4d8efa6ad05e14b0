package io.tiercel.cachefs.peer;

import io.tiercel.cachefs.peer.PageHolders.Holder;
import io.tiercel.cachefs.peer.ReadSpeeds.Choice;
import io.tiercel.cachefs.store.PagedObject;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads pages from other nodes' caches, where that is expected to be at least as fast as the source. Nothing here is an error to a reader:
 * pages that do not come are read from the source. Thread-safe.
 */
public final class Neighbours {
    private static final Logger LOG = LoggerFactory.getLogger(Neighbours.class);

    /** Longest wait for a connection. */
    private static final long CONNECT_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** Pages that one connection brings at most. */
    private static final int LONGEST_RUN = 32;

    private final HolderLookup lookup;
    private final PageProtocol protocol;
    private final LongSupplier nanoTime;
    private final ReadSpeeds speeds = new ReadSpeeds();
    private final PeerFailures failures = new PeerFailures();
    private final AtomicInteger turn = new AtomicInteger();

    /**
     * @param holders are asked in the background
     * @param secret of the application
     * @param nanoTime tells how fast reads are, and when what has failed is tried again
     */
    public Neighbours(PageHolders holders, byte[] secret, Executor background, LongSupplier nanoTime) {
        this.lookup = new HolderLookup(holders, background, nanoTime);
        this.protocol = new PageProtocol(secret);
        this.nanoTime = nanoTime;
    }

    /** Pages in a row that a peer ought to have. */
    public final class Run {
        private final Peer peer;
        private final PagedObject object;
        private final int first;
        private final int end;
        private final long begun;

        private Run(Peer peer, PagedObject object, int first, int end, long begun) {
            this.peer = peer;
            this.object = object;
            this.first = first;
            this.end = end;
            this.begun = begun;
        }

        /** The page after the last one. */
        public int end() {
            return end;
        }

        /** Reads the pages, in their order. @return the first page that has not come; the end if all have */
        public int read(PageSink sink) {
            int next = first;
            long bytes = 0;
            try (PageConnection connection = PageConnection.open(peer, protocol, CONNECT_NANOS)) {
                for (; next < end; next++) {
                    byte[] page = connection.read(object, next, speeds.patience(object.length(next)));
                    if (page == null) { // It has gone: no failure.
                        break;
                    }
                    bytes += page.length;
                    sink.take(next, page);
                }
                failures.succeeded(peer);
            } catch (BusyPeerException e) {
                failures.isBusy(peer, nanoTime.getAsLong());
            } catch (IOException | RuntimeException e) {
                failures.failed(peer, begun, nanoTime.getAsLong());
                LOG.debug("page {} of {} does not come from {}", next, object, peer, e);
            }
            long now = nanoTime.getAsLong();
            speeds.neighbourGave(bytes, now - begun, now);
            return next;
        }
    }

    /**
     * The peer to ask for a page. May wait a moment for the answer, see {@link HolderLookup}.
     *
     * @param end after the last page that is wanted
     * @return empty if the page is to be read from the source
     */
    public Optional<Run> find(PagedObject object, int first, int end) {
        long now = nanoTime.getAsLong();
        List<Holder> able = lookup.of(object.id()).stream()
                .filter(holder -> holder.pages().get(first) && failures.mayTry(holder.peer(), now))
                .toList();
        Choice choice = able.isEmpty() ? Choice.SOURCE : speeds.choose(now);
        if (choice == Choice.SOURCE) {
            return Optional.empty();
        }
        Holder chosen = able.get(Math.floorMod(turn.getAndIncrement(), able.size()));
        int most = choice == Choice.ONE_FROM_NEIGHBOUR ? 1 : LONGEST_RUN;
        int last = Math.min(Math.min(end, first + most), chosen.pages().nextClearBit(first));
        return Optional.of(new Run(chosen.peer(), object, first, last, now));
    }

    /** The source gave bytes to a reader. */
    public void sourceGave(long bytes, long nanos) {
        speeds.sourceGave(bytes, nanos, nanoTime.getAsLong());
    }
}

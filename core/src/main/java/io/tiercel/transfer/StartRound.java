package io.tiercel.transfer;

import io.tiercel.transfer.Transfer.NodeChoice;
import io.tiercel.transfer.WantedBlock.State;
import io.tiercel.transfer.WantedBlock.Want;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The loop of MixApart's algorithm 2: starts transfers until no source has bandwidth, or nothing that is pending has room. */
final class StartRound {
    private final TransferSettings settings;
    /** The scheduler's, as they are at each call. */
    private final Collection<SourceQueue> sources;

    private final CacheNodes nodes;
    private final List<Want> passedOver = new ArrayList<>();

    private long startedTransfers;
    /** Bytes of the least block for which no node has room. Room only shrinks within a call. */
    private long withoutRoom;

    StartRound(TransferSettings settings, Collection<SourceQueue> sources, CacheNodes nodes) {
        this.settings = settings;
        this.sources = sources;
        this.nodes = nodes;
    }

    List<Transfer> start(double now) {
        for (SourceQueue source : sources) {
            source.isOpen = source.quanta.mayStart(now);
        }
        withoutRoom = Long.MAX_VALUE;
        List<Transfer> started = new ArrayList<>();
        for (Want first = first(); first != null; first = first()) {
            started.add(start(first, now));
        }
        for (Want want : passedOver) {
            want.queue.push(want);
        }
        passedOver.clear();
        return started;
    }

    /** The want to serve next over all sources, the first by job, then by block; null if nothing can start. */
    private @Nullable Want first() {
        Want best = null;
        for (SourceQueue source : sources) {
            Want want = firstWithRoom(source);
            if (want != null && source.grant(rate(want)) > 0 && (best == null || isBefore(want, best))) {
                best = want;
            }
        }
        return best;
    }

    private static boolean isBefore(Want one, Want other) {
        return one.job == other.job ? one.block.key() < other.block.key() : one.job.isBefore(other.job);
    }

    private @Nullable Want firstWithRoom(SourceQueue source) {
        while (source.isOpen && source.hasBandwidth()) {
            Want want = source.first();
            if (want == null) {
                source.smallest(smallestPassedOver(source));
                source.isOpen = false;
                return null;
            }
            if (nodes.hasRoom(want.destination, want.block.bytes) || hasRoom(want.block.bytes)) {
                return want;
            }
            // Where a cache is full this spares a look at every pending block.
            source.isOpen = hasRoom(source.smallest());
            want.queue.pop();
            passedOver.add(want);
        }
        return null;
    }

    /** The source has nothing else that is pending. */
    private long smallestPassedOver(SourceQueue source) {
        long smallest = Long.MAX_VALUE;
        for (Want want : passedOver) {
            if (want.block.source == source) {
                smallest = Math.min(smallest, want.block.bytes);
            }
        }
        return smallest;
    }

    private boolean hasRoom(long bytes) {
        if (bytes < withoutRoom && nodes.leastLoaded(bytes) < 0) {
            withoutRoom = bytes;
        }
        return bytes < withoutRoom;
    }

    private Transfer start(Want want, double now) {
        want.queue.pop();
        WantedBlock block = want.block;
        SourceQueue source = block.source;
        boolean isPlanned = want.destination != TransferScheduler.ANY_NODE;
        boolean isThere = isPlanned && nodes.hasRoom(want.destination, block.bytes);
        int node = isThere ? want.destination : nodes.leastLoaded(block.bytes);
        NodeChoice choice =
                isThere ? NodeChoice.PLANNED : isPlanned ? NodeChoice.PLANNED_WITHOUT_ROOM : NodeChoice.LEAST_LOADED;
        Transfer transfer = new Transfer(
                startedTransfers++,
                block.id,
                block.bytes,
                source.number,
                node,
                source.grant(rate(want)),
                block.failures + 1,
                now,
                new Transfer.Reason(settings.policy(), want.job.id, block.demand(), choice));
        source.take(transfer.rate());
        nodes.begin(node, block.bytes);
        block.transfer = transfer;
        block.enter(State.UNDER_WAY);
        return transfer;
    }

    private long rate(Want want) {
        return want.job.rate(settings.defaultRate());
    }
}

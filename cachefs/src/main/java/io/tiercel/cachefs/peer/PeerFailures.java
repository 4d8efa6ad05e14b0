package io.tiercel.cachefs.peer;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Peers that have failed, and are left alone for a while: 1 s, then twice as long each time, up to a minute. When three peers have failed
 * in a row, all are: then it is this node's network. Times are nanoseconds of a clock that nobody sets. Thread-safe.
 */
final class PeerFailures {
    static final long FIRST_REST = TimeUnit.SECONDS.toNanos(1);
    static final long LONGEST_REST = TimeUnit.MINUTES.toNanos(1);
    static final long REST_OF_ALL = TimeUnit.SECONDS.toNanos(10);
    private static final int MOST_IN_A_ROW = 3;

    private record Rest(long nanos, long since) {
        boolean isOver(long now) {
            return now - since > nanos;
        }
    }

    private final Map<Peer, Rest> rests = new HashMap<>();
    private final Set<Peer> inARow = new HashSet<>();
    private Rest ofAll = new Rest(-1, 0);

    synchronized boolean mayTry(Peer peer, long now) {
        Rest rest = rests.get(peer);
        return ofAll.isOver(now) && (rest == null || rest.isOver(now));
    }

    /** @param begun when the read began that has failed. Reads that began before the peer's rest are the same failure */
    synchronized void failed(Peer peer, long begun, long now) {
        Rest before = rests.get(peer);
        if (before != null && begun - before.since() < 0) {
            return;
        }
        long nanos = before == null ? FIRST_REST : Math.min(LONGEST_REST, 2 * before.nanos());
        rests.put(peer, new Rest(nanos, now));
        inARow.add(peer);
        if (inARow.size() >= MOST_IN_A_ROW) {
            inARow.clear();
            ofAll = new Rest(REST_OF_ALL, now);
        }
    }

    /** The peer has as many connections as it serves. It has not failed. */
    synchronized void isBusy(Peer peer, long now) {
        Rest before = rests.get(peer);
        if (before == null || before.isOver(now)) {
            rests.put(peer, new Rest(FIRST_REST / 2, now)); // A failure after that rests for the usual time.
        }
    }

    synchronized void succeeded(Peer peer) {
        rests.remove(peer);
        inARow.clear();
    }
}

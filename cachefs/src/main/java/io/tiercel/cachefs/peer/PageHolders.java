package io.tiercel.cachefs.peer;

import java.util.BitSet;
import java.util.List;

/** Knows which other nodes have pages of an object. A hint, never a truth. */
public interface PageHolders {
    /** @param pages that the peer has; not changed any more */
    record Holder(Peer peer, BitSet pages) {}

    /**
     * The other nodes that have pages of an object. May take a while.
     *
     * @param object its id
     */
    List<Holder> of(String object) throws Exception;
}

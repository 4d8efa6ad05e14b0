package io.tiercel.cachefs;

import java.io.IOException;

/** A stream that can bring parts of its object into the node's cache without giving them to its reader. */
public interface CacheFiller {
    /** Is called after each page. */
    interface Pace {
        /** @param bytes of the page */
        void brought(long bytes) throws InterruptedException;
    }

    /**
     * Brings in the pages of a part, in their order, with one request to the source for each run of them. Other readers on this node wait for
     * a page rather than ask for it again. Ends early where somebody else is at a page: then a task reads the part itself.
     *
     * @param start of the part in the object
     * @param end after its last byte, at most the object's length
     * @throws IOException if the source fails
     */
    void fill(long start, long end, Pace pace) throws IOException, InterruptedException;
}

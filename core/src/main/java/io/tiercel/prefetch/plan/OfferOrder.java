package io.tiercel.prefetch.plan;

/** The order in which blocks are offered to algorithm 6. The paper leaves it open; with a low degree the first ones get in. */
public enum OfferOrder {
    /** As the problem lists them. */
    AS_LISTED,
    /** By seconds of reading saved, most first; equal ones by need, last first. */
    GREATEST_SAVING,
    /** By need, last first; equal ones by seconds saved, most first. */
    LATEST_NEED
}

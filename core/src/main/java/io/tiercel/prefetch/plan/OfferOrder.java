package io.tiercel.prefetch.plan;

/** In which order blocks are offered to algorithm 6; the paper leaves it open, and with a low degree the first ones get in. */
public enum OfferOrder {
    /** As the problem lists them. */
    AS_LISTED,
    /** The most seconds of reading saved first; of equal ones those needed last, since they leave the most time. */
    GREATEST_SAVING,
    /** Those needed last first; of equal ones the most seconds saved. */
    LATEST_NEED
}

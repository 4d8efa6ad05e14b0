package io.tiercel.prefetch.plan;

/** Why no higher limit of blocks per device was tried. */
public enum SearchEnd {
    NOT_SEARCHED("no search was made"),
    NOTHING_TO_PREFETCH("no block is left that could be prefetched"),
    /** The plan takes every block that has room. */
    ALL_TAKEN("a higher limit takes no more blocks"),
    NO_BETTER("a higher limit ends the job no sooner"),
    /** A linear program has decided. */
    SOLVED("reads and prefetches were planned together");

    private final String text;

    SearchEnd(String text) {
        this.text = text;
    }

    /** A clause about the search. */
    public String text() {
        return text;
    }
}

package io.tiercel.prefetch.plan;

/** Why no higher degree was tried. */
public enum SearchEnd {
    /** There was nothing to search for. */
    NOT_SEARCHED("no search was made"),
    /** No block can be prefetched at all. */
    NOTHING_TO_PREFETCH("no block is left that could be prefetched"),
    /** The last degree took every block that could be. */
    ALL_TAKEN("the last degree took all blocks that could be"),
    /** Higher degrees made the job no shorter. */
    NO_BETTER("higher degrees did not shorten the job");

    private final String text;

    SearchEnd(String text) {
        this.text = text;
    }

    /** A clause about the search. */
    public String text() {
        return text;
    }
}

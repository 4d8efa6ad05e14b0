package io.tiercel.spark.prefetch.learn;

/**
 * Where a task stands among those of its executor. What comes first takes longer: classes are loaded and code is compiled for the
 * first tasks of a kind, and what a stage's tasks have in common is fetched for its first ones.
 */
public enum WarmUpPhase {
    /** Launched before any task of its kind had ended in its executor. */
    FRESH,

    /** Of the others, launched before any task of its stage had. */
    FIRST,

    LATER;

    /** Those whose times stand for this one's as long as nothing is known of it, the best first. */
    WarmUpPhase[] standIns() {
        return switch (this) {
            case FRESH -> new WarmUpPhase[] {FIRST, LATER};
            case FIRST -> new WarmUpPhase[] {LATER, FRESH};
            case LATER -> new WarmUpPhase[] {FIRST, FRESH};
        };
    }
}

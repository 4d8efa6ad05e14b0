package io.tiercel.spark.prefetch.learn;

/**
 * How warm a task's executor is. First tasks take longer: those of a kind load classes and compile code, those of a stage fetch what its
 * tasks share.
 */
public enum WarmUpPhase {
    /** Launched before any task of its kind had ended in its executor. */
    FRESH,

    /** Launched before any task of its stage had ended in its executor, but not {@link #FRESH}. */
    FIRST,

    LATER;

    /** The phases whose times stand in for this one's while it is unknown, the best first. */
    WarmUpPhase[] standIns() {
        return switch (this) {
            case FRESH -> new WarmUpPhase[] {FIRST, LATER};
            case FIRST -> new WarmUpPhase[] {LATER, FRESH};
            case LATER -> new WarmUpPhase[] {FIRST, FRESH};
        };
    }
}

package io.tiercel.record;

import io.tiercel.assign.Preferences;
import io.tiercel.model.Tier;
import org.jspecify.annotations.Nullable;

/**
 * Where a task's input was read from, as seen from the task; ordered by cost. A tier is one of its own node, {@code RACK} is
 * another node of its rack, and {@code REMOTE} is another rack or storage beyond the cluster.
 */
public enum ReadPlace {
    /** The memory of the process that ran it. */
    PROCESS,
    MEMORY,
    SSD,
    HDD,
    RACK,
    REMOTE,
    /** Its input was not located. */
    UNKNOWN;

    /**
     * Where a task reads that runs on a place.
     *
     * @param task its costs by place; null if its input was not located
     * @param rack of the place
     */
    public static ReadPlace of(@Nullable Preferences task, int place, int rack) {
        if (task == null || task.size() == 0) {
            return UNKNOWN;
        }
        int i = task.indexOf(place);
        return i >= 0 ? ofListed(task, i, rack) : beyond(task, rack);
    }

    /**
     * Where a task reads on the {@code i}-th place that it lists.
     *
     * @param rack of that place
     */
    public static ReadPlace ofListed(Preferences task, int i, int rack) {
        Tier tier = task.nodeTier(i);
        if (tier == null) {
            return PROCESS;
        }
        return switch (tier) {
            case MEMORY -> MEMORY;
            case SSD -> SSD;
            case HDD -> HDD;
            case REMOTE -> beyond(task, rack);
        };
    }

    private static ReadPlace beyond(Preferences task, int rack) {
        return task.rackIndexOf(rack) >= 0 ? RACK : REMOTE;
    }
}

package io.tiercel.spark.event;

/**
 * The application reached its coordinator, or does not any more.
 *
 * @param version that it was written by
 * @param timeMillis since the epoch
 * @param address of the coordinator
 * @param reached whether it is there
 * @param why one line for people; empty if it is
 */
public record CoordinatorChanged(int version, long timeMillis, String address, boolean reached, String why)
        implements TiercelEvent {
    /** As of now. */
    public static CoordinatorChanged now(String address, boolean reached, String why) {
        return new CoordinatorChanged(VERSION, System.currentTimeMillis(), address, reached, why);
    }
}

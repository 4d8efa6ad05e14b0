package io.tiercel.spark.event;

/**
 * The application has reached or lost its coordinator.
 *
 * @param timeMillis since the epoch
 * @param address of the coordinator
 * @param reached whether it answers
 * @param why it does not answer, in one line; empty if it does
 */
public record CoordinatorChanged(int version, long timeMillis, String address, boolean reached, String why)
        implements TiercelEvent {
    public static CoordinatorChanged now(String address, boolean reached, String why) {
        return new CoordinatorChanged(VERSION, System.currentTimeMillis(), address, reached, why);
    }
}

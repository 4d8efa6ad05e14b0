package io.tiercel.prefetch.plan;

/** Why a block is prefetched or not. */
public enum PrefetchReason {
    /** It is prefetched. */
    TAKEN("prefetched"),
    /** A copy is in memory. */
    IN_MEMORY("in memory already"),
    /** Another job's migration brings it. */
    ON_ITS_WAY("on its way already"),
    /** No task reads it. */
    NOT_READ("no task reads it"),
    /** It has no bytes. */
    EMPTY("empty"),
    /** No replica is known. */
    NO_REPLICA("no replica is known"),
    /** Its device is as fast as memory. */
    FAST_ENOUGH("lies on a device as fast as memory"),
    /** No node with a replica has room for it. */
    NO_ROOM("no node that has it has room for it"),
    /** Its device has as many blocks to read as the degree allows. */
    DEVICE_TAKEN("its device has as many to read as the degree allows"),
    /** It would have come too late. */
    LATE("would be ready too late"),
    /** Prefetching does not pay for this job. */
    NO_GAIN("prefetching does not shorten the job"),
    /** This planner takes nothing. */
    SWITCHED_OFF("prefetching is switched off");

    private final String text;

    PrefetchReason(String text) {
        this.text = text;
    }

    /** A clause about the block. */
    public String text() {
        return text;
    }
}

package io.tiercel.prefetch.plan;

/** Why a block is prefetched or not. */
public enum PrefetchReason {
    TAKEN("prefetched"),
    IN_MEMORY("in memory already"),
    ON_ITS_WAY("on its way already"),
    NOT_READ("no task reads it"),
    EMPTY("empty"),
    NO_REPLICA("no replica is known"),
    FAST_ENOUGH("lies on a device as fast as memory"),
    /** No node with a replica has room for it, or what had room was taken for other blocks. */
    NO_ROOM("no node that has it has room for it"),
    DEVICE_TAKEN("its device has as many blocks to prefetch as this plan allows"),
    LATE("would be ready too late"),
    NO_GAIN("prefetching does not shorten the job"),
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

package io.tiercel.migrate;

/** Why a block that was hinted is not migrated. */
public enum RejectReason {
    /** No device holds it. */
    NO_REPLICA("no device that an agent could read holds a copy of it"),
    /** Nobody could bring it in. */
    NO_AGENT("none of the nodes with a replica runs an agent"),
    /** It fits nowhere. */
    LARGER_THAN_MEMORY("it is larger than the memory budget of every agent that holds a copy"),
    /** The hint contradicts another. */
    LENGTH_CHANGED("another length is known of this version of the block");

    private final String text;

    RejectReason(String text) {
        this.text = text;
    }

    /** One clause that completes "not prefetched, because …". */
    public String text() {
        return text;
    }
}

package io.tiercel.migrate;

import io.tiercel.model.BlockId;

/** A block that was hinted is not migrated. */
public record Rejection(BlockId block, Reason reason) {
    public enum Reason {
        NO_REPLICA("no node has a replica of it"),
        NO_AGENT("none of the nodes with a replica runs an agent"),
        LARGER_THAN_MEMORY("it is larger than the memory budget of every agent that holds a copy"),
        LENGTH_CHANGED("another length is known of this version of the block");

        private final String text;

        Reason(String text) {
            this.text = text;
        }

        /** One clause that completes "not prefetched, because …". */
        public String text() {
            return text;
        }
    }
}

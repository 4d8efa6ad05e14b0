package io.tiercel.hdfs.resolve;

import java.io.IOException;

/** A walk has reached a limit: what lies at {@link #path}, and {@link #unseen} named paths after it, was not walked to the end. */
public final class WalkLimitException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String path;
    private final int unseen;

    /** @param limit the limit and what would help, in one sentence */
    WalkLimitException(String limit, String path, int unseen) {
        super(limit);
        this.path = path;
        this.unseen = unseen;
    }

    /** The named path that was being walked. */
    public String path() {
        return path;
    }

    /** How many named paths had not been looked at. */
    public int unseen() {
        return unseen;
    }
}

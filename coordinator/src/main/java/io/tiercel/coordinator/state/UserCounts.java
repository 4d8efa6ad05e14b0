package io.tiercel.coordinator.state;

import java.util.HashMap;
import java.util.Map;

/** Counts things by user, and all together. Remembers only users who have some. Not thread-safe. */
public final class UserCounts {
    private final Map<String, Long> byUser = new HashMap<>();
    private long all;

    /** @param more below 0 if there are fewer */
    public void add(String user, long more) {
        all += more;
        if (more != 0) {
            byUser.merge(user, more, (before, added) -> before + added == 0 ? null : before + added);
        }
    }

    public long of(String user) {
        return byUser.getOrDefault(user, 0L);
    }

    public long all() {
        return all;
    }
}

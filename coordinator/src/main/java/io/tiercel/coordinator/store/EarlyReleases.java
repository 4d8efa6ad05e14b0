package io.tiercel.coordinator.store;

import io.tiercel.coordinator.state.UserCounts;
import io.tiercel.migrate.ledger.JobId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What was given back before the hints of the last coordinator were read. Bounded: what does not fit is forgotten, and a hint of it may
 * come back until its lease is over. One user has at most an eighth of the room. Not thread-safe.
 */
final class EarlyReleases {
    private static final int SHARE_OF_USER = 8;

    private final long mostBytes;
    private final Map<JobId, List<ReleasedData>> byJob = new HashMap<>();
    private final UserCounts bytes = new UserCounts();

    /** @param mostBytes of heap, by estimate */
    EarlyReleases(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    void add(JobId job, ReleasedData released) {
        List<ReleasedData> before = of(job);
        if (before.stream().anyMatch(ReleasedData::isAll)) {
            return;
        }
        if (released.isAll()) {
            before.forEach(each -> bytes.add(job.user(), -each.bytes()));
            byJob.remove(job);
        }
        if (released.bytes() > mostBytes / SHARE_OF_USER - bytes.of(job.user())
                || released.bytes() > mostBytes - bytes.all()) {
            return;
        }
        bytes.add(job.user(), released.bytes());
        byJob.computeIfAbsent(job, none -> new ArrayList<>(1)).add(released);
    }

    List<ReleasedData> of(JobId job) {
        return byJob.getOrDefault(job, List.of());
    }

    boolean isEmpty() {
        return byJob.isEmpty();
    }
}

package io.tiercel.coordinator.store;

import io.tiercel.coordinator.state.UserCounts;
import io.tiercel.migrate.ledger.JobId;
import io.tiercel.protocol.PrefetchRequest;
import io.tiercel.protocol.Selection;
import io.tiercel.protocol.StoredHint;
import io.tiercel.protocol.StoredHints;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hints whose client does not stay to repeat them, such as those of {@code tiercel prefetch} and {@code tiercel plan}. The hints
 * of running applications are not here: their sessions repeat them to a coordinator that does not know them. Thread-safe.
 */
public final class DetachedHints {
    private static final Logger LOG = LoggerFactory.getLogger(DetachedHints.class);
    private static final int MOST = 10_000;
    private static final int MOST_OF_A_USER = 1_000;
    /** A job's hints are compared with one another. */
    private static final int MOST_OF_A_JOB = 500;

    private static final int MOST_BYTES_EACH = 4_096;

    private final LongSupplier millis;
    private final Map<JobId, List<StoredHint>> byJob = new LinkedHashMap<>();

    private final UserCounts counts = new UserCounts();
    private boolean changed;

    /** @param millis the time of day */
    public DetachedHints(LongSupplier millis) {
        this.millis = millis;
    }

    /**
     * The coordinator has accepted a hint.
     *
     * @param leaseMillis from now on
     */
    public synchronized void add(JobId job, PrefetchRequest request, long leaseMillis) {
        if (request.getSession() != 0) {
            return;
        }
        long now = millis.getAsLong();
        StoredHint.Builder builder = StoredHint.newBuilder()
                .setUser(job.user())
                .setJob(job.name())
                .addAllData(request.getDataList())
                .setEviction(request.getEviction())
                .setLeaseEndsMillis(now + leaseMillis);
        if (request.hasNeededInMillis()) {
            builder.setNeededMillis(now + request.getNeededInMillis());
        }
        StoredHint hint = builder.build();
        release(job, request.getDataList());
        if (counts.all() >= MOST
                || counts.of(job.user()) >= MOST_OF_A_USER
                || byJob.getOrDefault(job, List.of()).size() >= MOST_OF_A_JOB
                || hint.getSerializedSize() > MOST_BYTES_EACH) {
            LOG.info(
                    "a hint of job {} would not outlive this coordinator: it names too much, or there are too many",
                    job);
            return;
        }
        put(hint);
        changed = true;
    }

    private void put(StoredHint hint) {
        byJob.computeIfAbsent(new JobId(hint.getUser(), hint.getJob()), none -> new ArrayList<>())
                .add(hint);
        counts.add(hint.getUser(), 1);
    }

    /** As it is now; empty if it was given back, or its lease is over. */
    public synchronized Optional<StoredHint> find(JobId job, List<Selection> data) {
        long now = millis.getAsLong();
        return byJob.getOrDefault(job, List.of()).stream()
                .filter(hint -> hint.getDataList().equals(data) && hint.getLeaseEndsMillis() > now)
                .findFirst();
    }

    /** The job gives back all, or what was hinted as exactly this data. */
    public synchronized void release(JobId job, List<Selection> data) {
        List<StoredHint> hints = byJob.get(job);
        if (hints == null) {
            return;
        }
        remove(job, hints, hint -> data.isEmpty() || hint.getDataList().equals(data));
        if (hints.isEmpty()) {
            byJob.remove(job);
        }
    }

    private void remove(JobId job, List<StoredHint> hints, Predicate<StoredHint> which) {
        int before = hints.size();
        hints.removeIf(which);
        int removed = before - hints.size();
        if (removed > 0) {
            counts.add(job.user(), -removed);
            changed = true;
        }
    }

    /** @param leaseMillis from now on */
    public synchronized void renew(JobId job, long leaseMillis) {
        List<StoredHint> hints = byJob.get(job);
        if (hints != null) {
            long ends = millis.getAsLong() + leaseMillis;
            hints.replaceAll(hint -> hint.toBuilder().setLeaseEndsMillis(ends).build());
            changed = true;
        }
    }

    /** Takes over what an earlier coordinator has kept; returns what of it still counts. */
    public synchronized List<StoredHint> load(StoredHints stored) {
        long now = millis.getAsLong();
        List<StoredHint> alive = stored.getHintsList().stream()
                .filter(hint -> hint.getLeaseEndsMillis() > now
                        && !hint.getJob().isBlank()
                        && !hint.getUser().isBlank())
                .limit(MOST)
                .toList();
        alive.forEach(this::put);
        return alive;
    }

    /** All hints, if they have changed since the last call. */
    public synchronized Optional<StoredHints> takeChanges() {
        long now = millis.getAsLong();
        byJob.entrySet().removeIf(job -> {
            remove(job.getKey(), job.getValue(), hint -> hint.getLeaseEndsMillis() <= now);
            return job.getValue().isEmpty();
        });
        if (!changed) {
            return Optional.empty();
        }
        changed = false;
        StoredHints.Builder all = StoredHints.newBuilder();
        byJob.values().forEach(all::addAllHints);
        return Optional.of(all.build());
    }

    /** They were not kept: the next call of {@link #takeChanges} has them again. */
    public synchronized void putBack() {
        changed = true;
    }
}

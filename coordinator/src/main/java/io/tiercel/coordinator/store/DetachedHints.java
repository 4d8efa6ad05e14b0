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
import org.jspecify.annotations.Nullable;
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

    /** Heap. About 50,000 paths that were given back. */
    private static final long MOST_EARLY_BYTES = 16 << 20;

    /** @param number by which it is found again, whatever of its data was given back */
    record Kept(long number, StoredHint hint) {
        JobId job() {
            return new JobId(hint.getUser(), hint.getJob());
        }

        boolean isOver(long now) {
            return hint.getLeaseEndsMillis() <= now;
        }

        Kept with(StoredHint.Builder changed) {
            return new Kept(number, changed.build());
        }

        /** What is left of it without some data. */
        Kept without(ReleasedData data) {
            List<Selection> left =
                    hint.getDataList().stream().filter(one -> !data.covers(one)).toList();
            return left.size() == hint.getDataCount()
                    ? this
                    : with(hint.toBuilder().clearData().addAllData(left));
        }
    }

    private final LongSupplier millis;
    private final Map<JobId, List<Kept>> byJob = new LinkedHashMap<>();

    private final UserCounts counts = new UserCounts();

    /** Null once the hints of the last coordinator were read. */
    private @Nullable EarlyReleases early = new EarlyReleases(MOST_EARLY_BYTES);

    private long numbers;
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
        remove(job, byJob.getOrDefault(job, new ArrayList<>()), kept -> kept.hint()
                .getDataList()
                .equals(request.getDataList()));
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

    private Kept put(StoredHint hint) {
        Kept kept = new Kept(++numbers, hint);
        byJob.computeIfAbsent(kept.job(), none -> new ArrayList<>()).add(kept);
        counts.add(hint.getUser(), 1);
        return kept;
    }

    /** As it is now; empty if all of it was given back, or its lease is over. */
    synchronized Optional<StoredHint> find(JobId job, long number) {
        long now = millis.getAsLong();
        return byJob.getOrDefault(job, List.of()).stream()
                .filter(kept -> kept.number() == number && !kept.isOver(now))
                .map(Kept::hint)
                .findFirst();
    }

    /**
     * The job gives back what lies at, or below, one of the paths; everything if there are none. A directory that was hinted as a whole
     * stays whole until all of it is given back.
     */
    public void release(JobId job, List<Selection> data) {
        ReleasedData released = new ReleasedData(data);
        synchronized (this) {
            if (early != null) {
                early.add(job, released);
            }
            drop(job, released);
        }
    }

    private void drop(JobId job, ReleasedData data) {
        List<Kept> hints = byJob.get(job);
        if (hints == null) {
            return;
        }
        hints.replaceAll(kept -> {
            Kept left = kept.without(data);
            changed |= left != kept;
            return left;
        });
        remove(job, hints, kept -> kept.hint().getDataCount() == 0);
        if (hints.isEmpty()) {
            byJob.remove(job);
        }
    }

    private void remove(JobId job, List<Kept> hints, Predicate<Kept> which) {
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
        List<Kept> hints = byJob.get(job);
        if (hints != null) {
            long ends = millis.getAsLong() + leaseMillis;
            hints.replaceAll(kept -> kept.with(kept.hint().toBuilder().setLeaseEndsMillis(ends)));
            changed = true;
        }
    }

    /** Takes over what an earlier coordinator has kept; returns what of it still counts and was not given back meanwhile. */
    synchronized List<Kept> load(StoredHints stored) {
        long now = millis.getAsLong();
        EarlyReleases releases = early == null ? new EarlyReleases(0) : early;
        early = null;
        changed |= !releases.isEmpty();
        return stored.getHintsList().stream()
                .filter(hint -> hint.getLeaseEndsMillis() > now
                        && !hint.getJob().isBlank()
                        && !hint.getUser().isBlank())
                .map(hint -> without(hint, releases))
                .filter(hint -> hint.getDataCount() > 0)
                .limit(MOST)
                .map(this::put)
                .toList();
    }

    private static StoredHint without(StoredHint hint, EarlyReleases releases) {
        Kept left = new Kept(0, hint);
        for (ReleasedData each : releases.of(left.job())) {
            left = left.without(each);
        }
        return left.hint();
    }

    /** All hints, if they have changed since the last call. */
    public synchronized Optional<StoredHints> takeChanges() {
        long now = millis.getAsLong();
        byJob.entrySet().removeIf(job -> {
            remove(job.getKey(), job.getValue(), kept -> kept.isOver(now));
            return job.getValue().isEmpty();
        });
        if (!changed) {
            return Optional.empty();
        }
        changed = false;
        StoredHints.Builder all = StoredHints.newBuilder();
        byJob.values().forEach(hints -> hints.forEach(kept -> all.addHints(kept.hint())));
        return Optional.of(all.build());
    }

    /** They were not kept: the next call of {@link #takeChanges} has them again. */
    public synchronized void putBack() {
        changed = true;
    }
}

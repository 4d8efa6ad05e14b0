package io.tiercel.coordinator.state;

import io.tiercel.allocate.AttemptPreferences;
import io.tiercel.allocate.PreferenceBook;
import io.tiercel.allocate.PreferenceBook.Held;
import io.tiercel.allocate.PreferenceBook.Limits;
import io.tiercel.allocate.PreferenceBook.Outcome;
import io.tiercel.allocate.PreferenceSize;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;

/** A lock around {@link PreferenceBook}, of its own: preferences have nothing to do with blocks. Times in nanoseconds. */
public final class ContainerPreferences {
    /** A resource manager's copy has a size that one message can bring. */
    private static final Limits LIMITS = new Limits(2_000, 500, 200_000, PreferenceSize.MOST_BYTES_TOGETHER);

    /** A resource manager that has not asked for so long is taken for absent. */
    private static final long ABSENT_NANOS = 5_000_000_000L;

    private final ReentrantLock lock = new ReentrantLock();
    private final Clock clock;
    private final long leaseMost;
    private final PreferenceBook book;

    /** When a resource manager has asked last, if one has; guarded by the lock. */
    private long askedAt;

    private boolean hasBeenAsked;

    public ContainerPreferences(StateSettings settings, Clock clock) {
        this.clock = clock;
        this.leaseMost = settings.jobLease();
        this.book = new PreferenceBook(LIMITS, clock.millis());
    }

    /**
     * The answer to an application.
     *
     * @param isKnown whether a resource manager has them
     * @param isAsked whether one has asked lately, so that it will have them soon
     */
    public record Preferred(long lease, boolean isKnown, boolean isAsked) {}

    /** @param held none if nothing has changed since the version that was asked for */
    public record Changes(long version, boolean isUnchanged, List<Held> held) {}

    /** Notes what an application prefers, or that it prefers nothing any more. */
    public Preferred prefer(String user, AttemptPreferences preferences, OptionalLong wantedLease) {
        PreferenceSize.excess(preferences).ifPresent(why -> {
            throw new RefusedCallException(RefusedCallException.Kind.TOO_MUCH, why);
        });
        long lease = Math.min(leaseMost, wantedLease.orElse(leaseMost));
        lock.lock();
        try {
            if (preferences.asks().isEmpty()) {
                book.remove(user, preferences.application());
                return new Preferred(lease, true, isAsked());
            }
            long now = clock.now();
            refuse(book.put(user, preferences, now + lease, now), user, preferences);
            return new Preferred(lease, book.isHeard(preferences.application()), isAsked());
        } finally {
            lock.unlock();
        }
    }

    private boolean isAsked() {
        return hasBeenAsked && clock.now() - askedAt < ABSENT_NANOS;
    }

    private static void refuse(Outcome outcome, String user, AttemptPreferences preferences) {
        switch (outcome) {
            case TAKEN -> {}
            case NOT_YOURS ->
                throw new RefusedCallException(
                        RefusedCallException.Kind.NOT_YOURS,
                        "another user has written of " + preferences.application() + " first");
            case OUTDATED ->
                throw new IllegalArgumentException(
                        "attempt: a later one of " + preferences.application() + " has written already");
            case TOO_MANY_OF_ONE ->
                throw new RefusedCallException(
                        RefusedCallException.Kind.TOO_MUCH,
                        "preferences: expected at most " + LIMITS.applicationsOfOne() + " applications of user "
                                + user);
            case TOO_MUCH ->
                throw new RefusedCallException(
                        RefusedCallException.Kind.TOO_MUCH,
                        "preferences: expected at most " + LIMITS.applications() + " applications, "
                                + LIMITS.entries() + " pairs of a place and a score, and " + LIMITS.bytes()
                                + " bytes together");
        }
    }

    /** The changes since a version that a reader has. */
    public Changes changes(long version) {
        lock.lock();
        try {
            hasBeenAsked = true;
            askedAt = clock.now();
            book.expire(askedAt);
            book.heard(version);
            boolean isUnchanged = version == book.version();
            return new Changes(book.version(), isUnchanged, isUnchanged ? List.of() : book.all());
        } finally {
            lock.unlock();
        }
    }
}

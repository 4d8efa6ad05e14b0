package io.tiercel.allocate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Preferences of running applications, for a resource manager that asks for them again and again. Bounded in number and size. Soft state:
 * what is not renewed is forgotten. Each application belongs to the user who wrote first. Times in nanoseconds; not thread-safe.
 */
public final class PreferenceBook {
    /**
     * Bounds of the book.
     *
     * @param applications that may be held
     * @param applicationsOfOne of one user
     * @param entries of all of them together, see {@link AttemptPreferences#entries}
     * @param bytes of all of them together, with their users' names, see {@link PreferenceSize#bytes}
     */
    public record Limits(int applications, int applicationsOfOne, int entries, long bytes) {}

    /** The outcome of {@link #put}. */
    public enum Outcome {
        TAKEN,
        /** Another user wrote first. */
        NOT_YOURS,
        /** A later attempt of the application has written. */
        OUTDATED,
        /** The user has as many applications as one may have. */
        TOO_MANY_OF_ONE,
        /** The book is full. */
        TOO_MUCH
    }

    /** @param user who wrote them */
    public record Held(String user, AttemptPreferences preferences) {}

    private record Entry(Held held, long bytes, long version, long until) {}

    private final Limits limits;
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private int size;
    private long bytes;
    private long version;
    private long heard;

    /** @param version of the empty book; another book's readers must not take it for one that they know */
    public PreferenceBook(Limits limits, long version) {
        this.limits = limits;
        this.version = version;
        this.heard = version;
    }

    /**
     * Writes an application's preferences in place of those before. The same once more only prolongs their life.
     *
     * @param until when they are forgotten
     */
    public Outcome put(String user, AttemptPreferences preferences, long until, long now) {
        expire(now);
        String application = preferences.application();
        Entry before = entries.get(application);
        if (before != null) {
            if (!before.held().user().equals(user)) {
                return Outcome.NOT_YOURS;
            }
            if (before.held().preferences().attempt() > preferences.attempt()) {
                return Outcome.OUTDATED;
            }
            if (before.held().preferences().equals(preferences)) {
                entries.put(application, new Entry(before.held(), before.bytes(), before.version(), until));
                return Outcome.TAKEN;
            }
        }
        if (before == null && applicationsOf(user) >= limits.applicationsOfOne()) {
            return Outcome.TOO_MANY_OF_ONE;
        }
        int released = before == null ? 0 : before.held().preferences().entries();
        boolean hasNoPlace = before == null && entries.size() >= limits.applications();
        long needed = PreferenceSize.utf8(user) + PreferenceSize.bytes(preferences);
        long after = bytes - (before == null ? 0 : before.bytes()) + needed;
        if (hasNoPlace || size - released + (long) preferences.entries() > limits.entries() || after > limits.bytes()) {
            return Outcome.TOO_MUCH;
        }
        version++;
        size += preferences.entries() - released;
        bytes = after;
        entries.put(application, new Entry(new Held(user, preferences), needed, version, until));
        return Outcome.TAKEN;
    }

    private long applicationsOf(String user) {
        return entries.values().stream()
                .filter(entry -> entry.held().user().equals(user))
                .count();
    }

    /** Forgets an application. @return whether that user had written of it */
    public boolean remove(String user, String application) {
        Entry held = entries.get(application);
        if (held == null || !held.held().user().equals(user)) {
            return false;
        }
        drop(held);
        entries.remove(application);
        return true;
    }

    private void drop(Entry entry) {
        size -= entry.held().preferences().entries();
        bytes -= entry.bytes();
        version++;
    }

    /** Forgets what was not renewed in time. */
    public void expire(long now) {
        entries.values().removeIf(entry -> {
            boolean isOver = now - entry.until() >= 0;
            if (isOver) {
                drop(entry);
            }
            return isOver;
        });
    }

    /** Grows with each change. */
    public long version() {
        return version;
    }

    public List<Held> all() {
        return entries.values().stream().map(Entry::held).toList();
    }

    /** A resource manager has the book as of that version. Another that takes over has nothing at first, and says so. */
    public void heard(long known) {
        if (known <= version) {
            heard = known;
        }
    }

    /** Whether a resource manager has what the application wrote last. */
    public boolean isHeard(String application) {
        Entry entry = entries.get(application);
        return entry != null && entry.version() <= heard;
    }
}

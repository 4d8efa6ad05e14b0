package io.tiercel.yarn;

import io.tiercel.allocate.AttemptPreferences.Ask;
import io.tiercel.allocate.PreferenceBook.Held;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * The applications' preferences that this ResourceManager knows. Readers hold the scheduler's lock: they wait for nothing. One thread
 * writes. Preferences count only if they were confirmed lately, and only for the user who wrote them.
 */
public final class KnownPreferences {
    private record Known(Map<String, Held> applications, long confirmed) {}

    private final long staleNanos;
    private final LongSupplier nanoTime;
    private volatile Known known;

    /** @param staleNanos how long they count without being confirmed */
    public KnownPreferences(long staleNanos, LongSupplier nanoTime) {
        this.staleNanos = staleNanos;
        this.nanoTime = nanoTime;
        this.known = new Known(Map.of(), nanoTime.getAsLong());
    }

    void replace(List<Held> held) {
        known = new Known(
                held.stream()
                        .collect(Collectors.toUnmodifiableMap(
                                each -> each.preferences().application(),
                                Function.identity(),
                                KnownPreferences::later)),
                nanoTime.getAsLong());
    }

    /** A coordinator names each application once; of two attempts the later one counts. */
    private static Held later(Held one, Held other) {
        return other.preferences().attempt() > one.preferences().attempt() ? other : one;
    }

    /** They are still the same. */
    void confirm() {
        known = new Known(known.applications(), nanoTime.getAsLong());
    }

    /** Whether no application has any. */
    public boolean isEmpty() {
        return known.applications().isEmpty();
    }

    /** The preferences of a request, if its application's user has written them for this attempt. */
    Optional<Ask> of(String application, int attempt, String user, int priority, long request) {
        Known now = known;
        Held held = now.applications().get(application);
        if (held == null
                || nanoTime.getAsLong() - now.confirmed() > staleNanos
                || held.preferences().attempt() != attempt
                || !held.user().equals(user)) {
            return Optional.empty();
        }
        return held.preferences().ask(priority, request);
    }
}

package io.tiercel.client;

import io.tiercel.protocol.AskPreferences;
import io.tiercel.protocol.PreferReply;
import io.tiercel.protocol.PreferRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The containers that one attempt of an application prefers (Trident's preference maps, section 3.2). Sends them to the coordinator when they
 * change, repeats them within the lease, and again soon until a resource manager has heard of them. No caller waits. Thread-safe.
 */
public final class PreferenceSession implements AutoCloseable {
    /** Resource managers ask many times a second. The pause doubles each time after the first few. */
    private static final long ASK_AGAIN_MILLIS = 25;

    private static final int SAME_PAUSES = 6;

    /** How often to ask soon whether a resource manager has heard: for about two seconds. */
    private static final int ASK_AGAIN = 13;

    private static final int MOST_DOUBLINGS = 4;

    private static final int RENEWALS_IN_A_LEASE = 3;

    /** However short a lease the coordinator names. */
    private static final long LEAST_WAIT_MILLIS = 10;

    private final TiercelClient client;
    private final String application;
    private final int attempt;
    private final ClientTimer timer;
    private final RetryBackoff retries;
    private final Consumer<String> refusals;

    /** Guarded by this, as is all below. */
    private List<AskPreferences> asks = List.of();

    /** Counts changes of the preferences. */
    private long version;

    private long sentVersion;
    private boolean isSending;
    private int soon;
    private boolean hasSpoken;
    private boolean isRefused;
    private boolean closed;
    private CompletableFuture<Boolean> known = CompletableFuture.completedFuture(true);
    private @Nullable ScheduledFuture<?> next;

    PreferenceSession(
            TiercelClient client,
            String application,
            int attempt,
            ClientTimer timer,
            Duration retryMost,
            Consumer<String> refusals) {
        this.client = client;
        this.application = application;
        this.attempt = attempt;
        this.timer = timer;
        this.retries = new RetryBackoff(retryMost);
        this.refusals = refusals;
    }

    /**
     * Prefers these containers from now on, in place of those before. The same once more sends nothing.
     *
     * @param preferred by priority; none to prefer nothing
     * @return completes with true once a resource manager has heard of them; with false if that is not to be expected soon, or other
     *     preferences have replaced them. Never exceptionally.
     */
    public CompletableFuture<Boolean> prefer(List<AskPreferences> preferred) {
        synchronized (this) {
            if (closed || preferred.equals(asks)) {
                return known;
            }
            asks = List.copyOf(preferred);
            version++;
            known.complete(false);
            known = new CompletableFuture<>();
            soon = ASK_AGAIN;
            if (isSending) {
                return known;
            }
        }
        send();
        synchronized (this) {
            return known;
        }
    }

    private void send() {
        PreferRequest request;
        long sending;
        synchronized (this) {
            if (isSending || closed) {
                return;
            }
            if (next != null) {
                next.cancel(false);
                next = null;
            }
            isSending = true;
            hasSpoken = true;
            sending = version;
            request = request(asks);
        }
        client.prefer(request).thenAccept(answer -> answered(sending, answer));
    }

    private PreferRequest request(List<AskPreferences> some) {
        return PreferRequest.newBuilder()
                .setApplication(application)
                .setAttempt(attempt)
                .addAllAsks(some)
                .build();
    }

    private void answered(long sent, Answer<PreferReply> answer) {
        String refusal = null;
        CompletableFuture<Boolean> settled = null;
        boolean isKnown = false;
        long wait;
        synchronized (this) {
            isSending = false;
            sentVersion = sent;
            boolean isCurrent = sent == version;
            if (answer instanceof Answer.Given<PreferReply> given) {
                retries.succeeded();
                isRefused = false;
                isKnown = given.given().getKnown();
                wait = Math.max(LEAST_WAIT_MILLIS, given.given().getLeaseMillis() / RENEWALS_IN_A_LEASE);
                if (isCurrent && !isKnown && given.given().getAsked() && soon > 0) {
                    soon--;
                    int doublings = Math.max(0, Math.min(ASK_AGAIN - soon - SAME_PAUSES, MOST_DOUBLINGS));
                    wait = Math.min(wait, ASK_AGAIN_MILLIS << doublings);
                } else if (isCurrent) {
                    settled = known;
                }
            } else {
                wait = retries.next();
                settled = known;
                if (answer instanceof Answer.Refused<PreferReply> refused && !isRefused) {
                    isRefused = true;
                    refusal = refused.why();
                }
            }
            if (!isCurrent) {
                wait = 0;
            }
        }
        if (refusal != null) {
            refusals.accept(refusal);
        }
        if (settled != null) {
            settled.complete(isKnown);
        }
        sendAfter(wait);
    }

    private synchronized void sendAfter(long millis) {
        // Without preferences there is nothing to repeat.
        if (closed || (asks.isEmpty() && sentVersion == version)) {
            return;
        }
        next = timer.later(millis, this::send);
    }

    /** Prefers nothing any more. Does not wait for the answer; without one the lease ends it. */
    @Override
    public void close() {
        boolean withdraws;
        synchronized (this) {
            withdraws = hasSpoken && !closed && !(asks.isEmpty() && sentVersion == version);
            closed = true;
            known.complete(false);
            if (next != null) {
                next.cancel(false);
            }
        }
        if (withdraws) {
            client.prefer(request(List.of()));
        }
    }
}

package io.tiercel.cachefs.peer;

import io.tiercel.cachefs.peer.PageHolders.Holder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks who has an object's pages, and remembers the answer for a while. A reader waits at most {@link #MOST_WAIT} for the first answer
 * of an object; it is asked again in the background. Thread-safe.
 */
final class HolderLookup {
    private static final Logger LOG = LoggerFactory.getLogger(HolderLookup.class);

    /** Longest wait of a reader. Nanoseconds. */
    static final long MOST_WAIT = TimeUnit.MILLISECONDS.toNanos(200);

    /** An answer is asked for again after this time, and serves until the new one has come. */
    static final long FRESH = TimeUnit.SECONDS.toNanos(5);

    /** If nobody has pages, it is asked again after this time: a job that reads its input again finds what others have read meanwhile. */
    static final long FRESH_IF_NONE = TimeUnit.SECONDS.toNanos(1);

    /** An answer of this age serves no more. */
    static final long STALE = TimeUnit.SECONDS.toNanos(60);

    /** No reader waits for so long after one has waited in vain. */
    static final long REST = TimeUnit.SECONDS.toNanos(10);

    private static final int MOST_OBJECTS = 1024;
    private static final int MOST_ASKED = 16;

    private final PageHolders holders;
    private final Executor background;
    private final LongSupplier nanoTime;
    private final Map<String, Answer> answers = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Answer> eldest) {
            return size() > MOST_OBJECTS;
        }
    };
    private int asked;
    private boolean isResting;
    private long restsUntil;

    private static final class Answer {
        final CompletableFuture<List<Holder>> holders = new CompletableFuture<>();
        final long askedAt;
        boolean isAskedAgain;

        Answer(long askedAt) {
            this.askedAt = askedAt;
        }

        boolean isNone() {
            return holders.isDone() && holders.join().isEmpty();
        }
    }

    HolderLookup(PageHolders holders, Executor background, LongSupplier nanoTime) {
        this.holders = holders;
        this.background = background;
        this.nanoTime = nanoTime;
    }

    /** The nodes that have pages of an object. Empty if nobody does, or if it is not known in time. */
    List<Holder> of(String object) {
        long now = nanoTime.getAsLong();
        Answer answer;
        boolean mayWait;
        synchronized (this) {
            answer = answers.get(object);
            if (answer == null || now - answer.askedAt > (answer.isNone() ? FRESH_IF_NONE : STALE)) {
                if (asked >= MOST_ASKED) {
                    return List.of();
                }
                answer = new Answer(now);
                answers.put(object, answer);
                ask(object, answer);
            } else if (now - answer.askedAt > FRESH && !answer.isAskedAgain && asked < MOST_ASKED) {
                answer.isAskedAgain = true;
                Answer next = new Answer(now);
                next.holders.thenRun(() -> replace(object, next));
                ask(object, next);
            }
            isResting = isResting && now - restsUntil < 0;
            mayWait = !isResting;
        }
        long left = mayWait ? MOST_WAIT - (now - answer.askedAt) : 0;
        return await(answer, Math.max(0, left));
    }

    private List<Holder> await(Answer answer, long nanos) {
        try {
            return answer.holders.get(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException e) {
            if (nanos > 0) {
                rest();
            }
        } catch (ExecutionException e) {
            LOG.debug("nobody knows who has cached pages", e);
        }
        return List.of();
    }

    private synchronized void rest() {
        isResting = true;
        restsUntil = nanoTime.getAsLong() + REST;
    }

    private synchronized void replace(String object, Answer next) {
        answers.put(object, next);
    }

    /** Call with the lock held. */
    private void ask(String object, Answer answer) {
        asked++;
        background.execute(() -> {
            List<Holder> found = List.of();
            try {
                found = List.copyOf(holders.of(object));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (Exception | LinkageError e) {
                LOG.debug("nobody knows who has cached pages", e);
            } finally {
                synchronized (this) {
                    asked--;
                }
                answer.holders.complete(found);
            }
        });
    }
}

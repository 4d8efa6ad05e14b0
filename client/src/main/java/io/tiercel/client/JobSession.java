package io.tiercel.client;

import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.Eviction;
import io.tiercel.protocol.PrefetchReply;
import io.tiercel.protocol.PrefetchRequest;
import io.tiercel.protocol.ReadReply;
import io.tiercel.protocol.ReadRequest;
import io.tiercel.protocol.ReleaseReply;
import io.tiercel.protocol.RenewReply;
import io.tiercel.protocol.RenewRequest;
import io.tiercel.protocol.RetainReply;
import io.tiercel.protocol.RetainRequest;
import io.tiercel.protocol.Selection;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The data that one job wants in memory, with the file and directory hints of Scheduled Caching (section 2): bring in, keep, give back. Renews
 * the job's lease at a third of its length, and when the coordinator is back. Hints again what is still wanted when it has restarted and
 * forgotten the job, and what it did not take before.
 *
 * <p>Hints are numbered, and reads bear the number of the last hint before them. So a read that is reported late ends no newer hint.
 */
public final class JobSession implements AutoCloseable {
    private static final int MOST_UNRELEASED = 1_000;

    /** A coordinator that is back is asked no sooner than this. */
    private static final long LEAST_WAIT_MILLIS = 200;

    private final TiercelClient client;
    private final String name;
    private final ClientTimer timer;
    private final RetryBackoff retries;
    private final long id = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);

    /**
     * A hint that was made.
     *
     * @param number counts the session's hints from 1
     * @param answer completes always, and never exceptionally
     */
    public record Hint(long number, CompletableFuture<Answer<PrefetchReply>> answer) {}

    /** Guarded by this, as is all below. */
    private final HintTimes made = new HintTimes();

    private final OpenHints hints = new OpenHints();
    private final Set<RetainRequest> holds = new LinkedHashSet<>();

    /** Releases that the coordinator did not take. They are sent again, in turn, after the next renewal that it answers. */
    private final Set<List<Selection>> unreleased = new LinkedHashSet<>();

    /** The epoch of the coordinator that has taken the hints; 0 if it has none. */
    private long epoch;

    /** Whether a renewal is due or on its way. */
    private boolean renewing;

    private @Nullable ScheduledFuture<?> renewal;
    private final Runnable reached = this::reached;
    private boolean adopted;
    private boolean closed;

    JobSession(TiercelClient client, String name, ClientTimer timer, Duration retryMost) {
        this.client = client;
        this.name = name;
        this.timer = timer;
        this.retries = new RetryBackoff(retryMost);
        client.whenReached(reached);
    }

    public String name() {
        return name;
    }

    /**
     * Takes over what others hinted or will hint under this name, such as {@code tiercel prefetch --job}. From now on the job's lease is
     * the coordinator's default, and is renewed.
     */
    public void adopt() {
        synchronized (this) {
            if (adopted || closed) {
                return;
            }
            adopted = true;
            renewing = true;
        }
        renew();
    }

    /**
     * Asks that data be in memory.
     *
     * @param neededBy milliseconds since the epoch, by this machine's clock; empty for as soon as possible
     */
    public Hint prefetch(List<Selection> data, Eviction eviction, OptionalLong neededBy) {
        PrefetchRequest.Builder request = PrefetchRequest.newBuilder()
                .setJob(name)
                .addAllData(data)
                .setEviction(eviction)
                .setSession(id);
        OpenHints.Hint hint;
        synchronized (this) {
            withdrawReleases(data);
            request.setHint(made.next(System.nanoTime()));
            hint = hints.add(request.build(), neededBy);
        }
        return new Hint(hint.number(), send(hint));
    }

    private CompletableFuture<Answer<PrefetchReply>> send(OpenHints.Hint hint) {
        return client.prefetch(hint.request()).thenApply(answer -> {
            OptionalLong next = OptionalLong.empty();
            try {
                synchronized (this) {
                    hints.note(hint, answer);
                    if (epoch == 0) {
                        epoch = client.epoch();
                    }
                    next = closed ? OptionalLong.empty() : hints.sendAgainAfter(hint);
                }
            } finally {
                renewAfter(answer, PrefetchReply::getLeaseMillis);
            }
            next.ifPresent(wait -> timer.later(wait, () -> sendAgain(hint)));
            giveBackIfEnded(answer, hint.request().getDataList());
            return answer;
        });
    }

    private void sendAgain(OpenHints.Hint hint) {
        synchronized (this) {
            if (!hints.takeDue(hint) || closed) {
                return;
            }
        }
        send(hint).thenRun(() -> readAgain(hint));
    }

    /** The coordinator may have taken the request after the end of the job. */
    private void giveBackIfEnded(Answer<?> answer, List<Selection> data) {
        boolean ended;
        synchronized (this) {
            ended = closed;
        }
        if (ended && answer instanceof Answer.Given) {
            client.release(name, data);
        }
    }

    /** Keeps what is in memory already of some data, without bringing anything in. */
    public CompletableFuture<Answer<RetainReply>> retain(List<Selection> data) {
        RetainRequest hold =
                RetainRequest.newBuilder().setJob(name).addAllData(data).build();
        synchronized (this) {
            withdrawReleases(data);
            holds.add(hold);
        }
        return hold(hold);
    }

    private CompletableFuture<Answer<RetainReply>> hold(RetainRequest request) {
        return client.retain(request).thenApply(answer -> {
            renewAfter(answer, RetainReply::getLeaseMillis);
            giveBackIfEnded(answer, request.getDataList());
            return answer;
        });
    }

    /** Reports what tasks have read until now. */
    public CompletableFuture<Answer<ReadReply>> read(Collection<BlockId> blocks) {
        long last;
        synchronized (this) {
            last = made.last();
            hints.read(blocks, last);
        }
        return report(ReadRequest.newBuilder().addAllBlocks(blocks), last);
    }

    /**
     * Reports what tasks have read. A read ends no claim that was hinted after it.
     *
     * @param readAt by block: when its read ended, in nanoseconds of {@link System#nanoTime}
     */
    public CompletableFuture<Answer<ReadReply>> read(Map<BlockId, Long> readAt) {
        long now = System.nanoTime();
        Map<Long, List<BlockId>> byHint = new TreeMap<>();
        synchronized (this) {
            readAt.forEach((block, time) -> byHint.computeIfAbsent(made.lastBefore(time), none -> new ArrayList<>())
                    .add(block));
            byHint.forEach((last, blocks) -> hints.read(blocks, last));
        }
        CompletableFuture<Answer<ReadReply>> all =
                CompletableFuture.completedFuture(new Answer.Given<>(ReadReply.getDefaultInstance()));
        for (Map.Entry<Long, List<BlockId>> each : byHint.entrySet()) {
            ReadRequest.Builder reads = ReadRequest.newBuilder().addAllBlocks(each.getValue());
            each.getValue().forEach(block -> reads.addAgeMicros(Math.max(0, now - readAt.get(block)) / 1_000));
            CompletableFuture<Answer<ReadReply>> one = report(reads, each.getKey());
            all = all.thenCombine(one, JobSession::both);
        }
        return all;
    }

    /** The references that ended by two reports; the first that failed if one did. */
    private static Answer<ReadReply> both(Answer<ReadReply> one, Answer<ReadReply> other) {
        if (one instanceof Answer.Given<ReadReply> first && other instanceof Answer.Given<ReadReply> second) {
            return new Answer.Given<>(ReadReply.newBuilder()
                    .setReferences(
                            first.given().getReferences() + second.given().getReferences())
                    .build());
        }
        return one instanceof Answer.Given ? other : one;
    }

    /** Reports blocks that the last task of the job that reads them has begun to read. What is not in memory yet comes too late. */
    public CompletableFuture<Answer<ReadReply>> begun(Collection<BlockId> blocks) {
        long last;
        synchronized (this) {
            last = made.last();
        }
        return report(ReadRequest.newBuilder().addAllBegun(blocks), last);
    }

    private CompletableFuture<Answer<ReadReply>> report(ReadRequest.Builder reads, long last) {
        return client.read(reads.setJob(name).setSession(id).setHint(last).build());
    }

    /** Gives some data back: what was hinted or held by the same selections is not asked for again. */
    public CompletableFuture<Answer<ReleaseReply>> release(List<Selection> data) {
        synchronized (this) {
            hints.removeIf(hint -> data.containsAll(hint.getDataList()));
            holds.removeIf(hold -> data.containsAll(hold.getDataList()));
        }
        return giveBack(data);
    }

    private CompletableFuture<Answer<ReleaseReply>> giveBack(List<Selection> data) {
        return client.release(name, data).thenApply(answer -> {
            synchronized (this) {
                if (answer.mayPass() && !closed && unreleased.size() < MOST_UNRELEASED) {
                    unreleased.add(data);
                }
            }
            return answer;
        });
    }

    /** The job wants some data again: a release that is sent later would end that. */
    private void withdrawReleases(List<Selection> data) {
        unreleased.removeIf(given -> given.stream()
                .anyMatch(one -> data.stream().anyMatch(other -> overlap(one.getPath(), other.getPath()))));
    }

    private static boolean overlap(String one, String other) {
        return (one + "/").startsWith(other + "/") || (other + "/").startsWith(one + "/");
    }

    /** One after another, as long as they are taken: all at once might be more calls than the coordinator takes. */
    private void giveBackAgain() {
        List<Selection> next;
        synchronized (this) {
            if (closed || unreleased.isEmpty()) {
                return;
            }
            next = unreleased.iterator().next();
            unreleased.remove(next);
        }
        giveBack(next).thenAccept(answer -> {
            if (!answer.mayPass()) {
                giveBackAgain();
            }
        });
    }

    /**
     * Does not make a hint again, should the coordinator forget it. Blocks in memory or on their way stay claimed until they are read or
     * the job ends.
     *
     * @param number of the hint
     */
    public void forget(long number) {
        synchronized (this) {
            hints.removeIf(hint -> hint.getHint() == number);
        }
    }

    private <T> void renewAfter(Answer<T> answer, ToLongFunction<T> leaseMillis) {
        renewAfter(answer.value().stream().mapToLong(leaseMillis).findFirst());
    }

    /** One timer at most, whatever the number of hints: the one that is due first. */
    private synchronized void renewAfter(OptionalLong leaseMillis) {
        if (closed || renewing && leaseMillis.isEmpty()) {
            return;
        }
        leaseMillis.ifPresent(lease -> retries.succeeded());
        long wait = leaseMillis.isPresent() ? Math.max(1, leaseMillis.getAsLong() / 3) : retries.next();
        ScheduledFuture<?> due = renewal;
        if (renewing && due != null && (due.getDelay(TimeUnit.MILLISECONDS) <= wait || !due.cancel(false))) {
            return;
        }
        // Last, because of an Error here somebody else must be able to plan it.
        renewal = timer.later(wait, this::renew);
        renewing = true;
    }

    /** Plans the renewal on the timer's thread: the caller may hold the lock of another session. */
    private void reached() {
        timer.later(0, this::hurry);
    }

    /** A coordinator that is back may be another one, which knows no hints. */
    private synchronized void hurry() {
        ScheduledFuture<?> due = renewal;
        if (!closed
                && renewing
                && due != null
                && due.getDelay(TimeUnit.MILLISECONDS) > LEAST_WAIT_MILLIS
                && due.cancel(false)) {
            renewal = timer.later(LEAST_WAIT_MILLIS, this::renew);
        }
    }

    /** Renews the lease. Renewals go on after any failure, even an Error. */
    private void renew() {
        CompletableFuture.completedFuture(RenewRequest.newBuilder().setJob(name))
                .thenCompose(request -> client.renew((isAdopted() ? request.setLeaseMillis(0) : request).build()))
                .whenComplete((answer, error) -> endRenewal())
                .thenAccept(this::renewed)
                .whenComplete((none, error) -> {
                    if (error != null) {
                        client.note(error);
                        renewAfter(OptionalLong.empty());
                    }
                });
    }

    private synchronized void endRenewal() {
        renewing = false;
    }

    private void renewed(Answer<RenewReply> answer) {
        boolean forgotten = answer.value().map(reply -> !reply.getKnown()).orElse(false);
        boolean replaced = false;
        if (answer instanceof Answer.Given) {
            giveBackAgain();
            replaced = noteEpoch();
        }
        if (!forgotten) {
            // Another one knows the job, but perhaps by other hints than all of these.
            if (replaced) {
                hintAgain();
            } else if (answer instanceof Answer.Given) {
                hintMissed();
            }
            renewAfter(answer, RenewReply::getLeaseMillis);
        } else if (!hintAgain() && isAdopted()) {
            // Somebody may hint under this name at any time.
            renewAfter(OptionalLong.of(3 * retries.mostMillis()));
        }
    }

    /** Returns whether another coordinator answers now. */
    private synchronized boolean noteEpoch() {
        long before = epoch;
        epoch = client.epoch();
        return before != 0 && before != epoch;
    }

    private synchronized boolean isAdopted() {
        return adopted;
    }

    /**
     * Hints again what is still wanted. Repeats the reads as well, each under its hint's number: what was read need not come in a second
     * time, and what was hinted later stays claimed. Returns whether there was anything to hint.
     */
    private boolean hintAgain() {
        List<OpenHints.Hint> wanted;
        List<RetainRequest> held;
        synchronized (this) {
            wanted = hints.all();
            held = List.copyOf(holds);
        }
        return hint(wanted, held);
    }

    private void hintMissed() {
        List<OpenHints.Hint> missed;
        synchronized (this) {
            missed = hints.missed();
        }
        hint(missed, List.of());
    }

    private boolean hint(List<OpenHints.Hint> wanted, List<RetainRequest> held) {
        synchronized (this) {
            if (closed) {
                return false;
            }
        }
        if (wanted.isEmpty() && held.isEmpty()) {
            return false;
        }
        CompletableFuture<?>[] said = Stream.concat(
                        wanted.stream().map(this::send), held.stream().map(this::hold))
                .toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(said).thenRun(() -> wanted.forEach(this::readAgain));
        return true;
    }

    private void readAgain(OpenHints.Hint hint) {
        List<BlockId> blocks;
        synchronized (this) {
            blocks = hint.alreadyRead();
        }
        if (!blocks.isEmpty()) {
            // Long ago: they end no claim of another session.
            report(ReadRequest.newBuilder().addAllBlocks(blocks).addAgeMicros(Long.MAX_VALUE), hint.number());
        }
    }

    /** Ends the job: all its references go. */
    public CompletableFuture<Answer<ReleaseReply>> end() {
        synchronized (this) {
            closed = true;
        }
        client.forget(reached);
        return client.release(name, List.of());
    }

    /** Ends the job, if it has not ended already, without waiting for it. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
        }
        end();
    }

    /** When a session has made its hints, by {@link System#nanoTime}. Remembers the last {@value #MOST}. Not safe for several threads. */
    private static final class HintTimes {
        private static final int MOST = 1_000;

        private record Made(long number, long at) {}

        private final Deque<Made> hints = new ArrayDeque<>();

        private long made;

        /** A hint is made; returns its number, counted from 1. */
        long next(long now) {
            hints.addFirst(new Made(++made, now));
            if (hints.size() > MOST) {
                hints.removeLast();
            }
            return made;
        }

        /** The number of the last hint so far, 0 if there is none. */
        long last() {
            return made;
        }

        /** The number of the last hint before a time. If that hint is forgotten, that of the last forgotten one: it may be too high. */
        long lastBefore(long time) {
            long number = made;
            for (Made hint : hints) {
                if (hint.at() - time <= 0) {
                    return hint.number();
                }
                number = hint.number() - 1;
            }
            return number;
        }
    }
}

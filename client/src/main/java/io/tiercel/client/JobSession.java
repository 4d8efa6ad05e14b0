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
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * What one job wants in memory, with the file and directory hints of Scheduled Caching (section 2): bring in, keep, give back. Its
 * lease is renewed at a third of its length; a coordinator that has forgotten the job, because it restarted, is told again
 * what the job still wants.
 */
public final class JobSession implements AutoCloseable {
    private final TiercelClient client;
    private final String name;
    private final ScheduledExecutorService timer;
    private final RetryBackoff retries;

    /** What was asked for and not given back, to be asked for again. Guarded by this, as is all below. */
    private final List<PrefetchRequest> hints = new ArrayList<>();

    private final List<RetainRequest> holds = new ArrayList<>();
    private final Set<BlockId> read = new LinkedHashSet<>();
    private boolean renewing;
    private boolean adopted;
    private boolean closed;

    JobSession(TiercelClient client, String name, ScheduledExecutorService timer, Duration retryMost) {
        this.client = client;
        this.name = name;
        this.timer = timer;
        this.retries = new RetryBackoff(retryMost);
    }

    /** The job's name. */
    public String name() {
        return name;
    }

    /**
     * Takes over what is or will be hinted under this name by others, such as {@code tiercel prefetch --job}: from now on its
     * lease is the coordinator's default, and is renewed like that of hints made here.
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
     * @param neededBy milliseconds since the epoch; empty for as soon as possible
     */
    public CompletableFuture<Answer<PrefetchReply>> prefetch(
            List<Selection> data, Eviction eviction, OptionalLong neededBy) {
        PrefetchRequest.Builder request =
                PrefetchRequest.newBuilder().setJob(name).addAllData(data).setEviction(eviction);
        neededBy.ifPresent(request::setNeededByMillis);
        PrefetchRequest hint = request.build();
        synchronized (this) {
            hints.add(hint);
        }
        return hint(hint);
    }

    private CompletableFuture<Answer<PrefetchReply>> hint(PrefetchRequest request) {
        return client.prefetch(request).thenApply(answer -> {
            if (answer.value().filter(reply -> reply.getBlocksCount() == 0).isPresent()) {
                // All of it was refused: to be asked for again and again it would have to be hinted again.
                synchronized (this) {
                    hints.remove(request);
                }
            }
            renewAfter(answer.value().stream()
                    .mapToLong(PrefetchReply::getLeaseMillis)
                    .findFirst());
            return answer;
        });
    }

    /** Keeps what is in memory already of some data, without bringing anything in. */
    public CompletableFuture<Answer<RetainReply>> retain(List<Selection> data) {
        RetainRequest hold =
                RetainRequest.newBuilder().setJob(name).addAllData(data).build();
        synchronized (this) {
            holds.add(hold);
        }
        return hold(hold);
    }

    private CompletableFuture<Answer<RetainReply>> hold(RetainRequest request) {
        return client.retain(request).thenApply(answer -> {
            renewAfter(answer.value().stream()
                    .mapToLong(RetainReply::getLeaseMillis)
                    .findFirst());
            return answer;
        });
    }

    /** Says what tasks have read. */
    public CompletableFuture<Answer<ReadReply>> read(Collection<BlockId> blocks) {
        synchronized (this) {
            if (!hints.isEmpty() || !holds.isEmpty()) {
                read.addAll(blocks);
            }
        }
        return client.read(
                ReadRequest.newBuilder().setJob(name).addAllBlocks(blocks).build());
    }

    /** Says what tasks have begun to read, where no other task of the job waits to: what is not in memory yet comes too late. */
    public CompletableFuture<Answer<ReadReply>> begun(Collection<BlockId> blocks) {
        return client.read(
                ReadRequest.newBuilder().setJob(name).addAllBegun(blocks).build());
    }

    /** Gives some data back: what was hinted or held by the same selections is not asked for again. */
    public CompletableFuture<Answer<ReleaseReply>> release(List<Selection> data) {
        synchronized (this) {
            hints.removeIf(hint -> data.containsAll(hint.getDataList()));
            holds.removeIf(hold -> data.containsAll(hold.getDataList()));
        }
        return client.release(name, data);
    }

    /**
     * What was hinted by exactly these requests' selections is not asked for again, should the coordinator forget it; what it has
     * brought in or brings stays claimed until it is read or the job ends.
     */
    public void forget(List<Selection> data) {
        synchronized (this) {
            hints.removeIf(hint -> hint.getDataList().equals(data));
            if (hints.isEmpty() && holds.isEmpty()) {
                read.clear();
            }
        }
    }

    /** One timer at most, whatever the number of hints. */
    private void renewAfter(OptionalLong leaseMillis) {
        synchronized (this) {
            if (renewing || closed) {
                return;
            }
            renewing = true;
        }
        leaseMillis.ifPresent(lease -> retries.succeeded());
        long wait = leaseMillis.isPresent() ? Math.max(1, leaseMillis.getAsLong() / 3) : retries.next();
        try {
            timer.schedule(this::renew, wait, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            // The client is closed.
        }
    }

    private void renew() {
        synchronized (this) {
            if (closed) {
                return;
            }
        }
        RenewRequest.Builder request = RenewRequest.newBuilder().setJob(name);
        if (adopted()) {
            request.setLeaseMillis(0);
        }
        client.renew(request.build()).thenAccept(answer -> {
            synchronized (this) {
                renewing = false;
            }
            boolean forgotten = answer.value().map(reply -> !reply.getKnown()).orElse(false);
            if (!forgotten) {
                renewAfter(answer.value().stream()
                        .mapToLong(RenewReply::getLeaseMillis)
                        .findFirst());
            } else if (!again() && adopted()) {
                // Somebody may hint under this name at any time.
                renewAfter(OptionalLong.of(3 * retries.mostMillis()));
            }
        });
    }

    private synchronized boolean adopted() {
        return adopted;
    }

    /**
     * What was read meanwhile need not come in a second time.
     *
     * @return whether there was anything to hint
     */
    private boolean again() {
        List<PrefetchRequest> wanted;
        List<RetainRequest> held;
        List<BlockId> done;
        synchronized (this) {
            wanted = List.copyOf(hints);
            held = List.copyOf(holds);
            done = List.copyOf(read);
        }
        if (wanted.isEmpty() && held.isEmpty()) {
            return false;
        }
        CompletableFuture<?>[] said = Stream.concat(
                        wanted.stream().map(this::hint), held.stream().map(this::hold))
                .toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(said).thenRun(() -> {
            if (!done.isEmpty()) {
                client.read(
                        ReadRequest.newBuilder().setJob(name).addAllBlocks(done).build());
            }
        });
        return true;
    }

    /** Ends the job: all its references go. */
    public CompletableFuture<Answer<ReleaseReply>> end() {
        synchronized (this) {
            closed = true;
        }
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
}

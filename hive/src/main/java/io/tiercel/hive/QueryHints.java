package io.tiercel.hive;

import io.tiercel.client.Answer;
import io.tiercel.client.Availability;
import io.tiercel.client.ClientSettings;
import io.tiercel.client.JobSession;
import io.tiercel.client.TiercelClient;
import io.tiercel.hdfs.BackgroundExecutor;
import io.tiercel.protocol.Eviction;
import io.tiercel.protocol.PrefetchReply;
import io.tiercel.protocol.Selection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The hints of one query. Connects and hints in the background; nobody waits for that. The job at the coordinator bears the query's id.
 */
final class QueryHints {
    private static final Logger LOG = LoggerFactory.getLogger(QueryHints.class);

    /** Hive plans no times: each further step counts as needed so much later. Only the order matters. */
    private static final long STEP_MILLIS = 10_000;

    /** Directories in one request: some 100 KB. */
    private static final int MOST_DIRECTORIES = 1_000;

    private final String query;
    private final BackgroundExecutor background;

    /** Whether the one line about a coordinator that is of no help has been logged. */
    private final AtomicBoolean complained = new AtomicBoolean();

    private volatile boolean ended;
    private final CompletableFuture<Open> opened;

    private record Open(
            TiercelClient client, JobSession session, List<CompletableFuture<Answer<PrefetchReply>>> answers) {}

    /** @param steps directories, in the order in which they will be read */
    QueryHints(String query, ClientSettings settings, List<List<String>> steps, BackgroundExecutor background) {
        this.query = query;
        this.background = background;
        this.opened = CompletableFuture.supplyAsync(() -> hint(settings, steps), background::run);
        this.opened.whenComplete((open, error) -> {
            if (error != null) {
                complain(String.valueOf(error.getCause() == null ? error : error.getCause()));
            }
        });
    }

    private Open hint(ClientSettings settings, List<List<String>> steps) {
        TiercelClient client = new TiercelClient(settings);
        JobSession session = client.job(query);
        List<CompletableFuture<Answer<PrefetchReply>>> answers = new ArrayList<>();
        long neededAt = System.currentTimeMillis();
        for (List<String> step : steps) {
            for (int i = 0; i < step.size() && !ended; i += MOST_DIRECTORIES) {
                List<Selection> data = step.subList(i, Math.min(step.size(), i + MOST_DIRECTORIES)).stream()
                        .map(TiercelClient::path)
                        .toList();
                answers.add(session.prefetch(data, Eviction.EVICT_ON_RELEASE, OptionalLong.of(neededAt))
                        .answer()
                        .thenApply(this::noted));
            }
            neededAt += STEP_MILLIS;
        }
        return new Open(client, session, answers);
    }

    private Answer<PrefetchReply> noted(Answer<PrefetchReply> answer) {
        if (answer.value().isEmpty() && !ended) {
            complain(answer.why());
        }
        return answer;
    }

    private void complain(String why) {
        if (complained.compareAndSet(false, true)) {
            LOG.warn("Tiercel: the input of query {} is not brought into memory: {}", query, why);
        }
    }

    /**
     * Gives back all that the query has hinted.
     *
     * @param budget how long to wait for that, at most; if it takes longer, it goes on in the background
     */
    void end(Duration budget) {
        ended = true;
        CompletableFuture<?> released = opened.thenCompose(this::release);
        try {
            released.get(budget.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // It goes on in the background, or the lease ends it.
        }
    }

    /** Completes when there is nothing to wait for any more. */
    private CompletableFuture<?> release(Open open) {
        CompletableFuture<?> released = open.session().end();
        boolean unanswered = open.answers().stream().anyMatch(answer -> !answer.isDone());
        if (unanswered) {
            complain("the coordinator has not answered by the query's end");
        }
        // A hint that is answered later is given back then; so the connection stays open for it.
        List<CompletableFuture<?>> all = new ArrayList<>(open.answers());
        all.add(released);
        CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
                .whenComplete((none, error) -> background.run(open.client()::close));
        boolean reached = open.client().availability().state() == Availability.State.REACHED;
        return reached && !unanswered ? released : CompletableFuture.completedFuture(null);
    }
}

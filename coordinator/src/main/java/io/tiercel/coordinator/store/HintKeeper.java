package io.tiercel.coordinator.store;

import io.tiercel.coordinator.state.CoordinatorState;
import io.tiercel.coordinator.state.Translation;
import io.tiercel.hdfs.resolve.Caller;
import io.tiercel.hdfs.resolve.FileResolver;
import io.tiercel.hdfs.resolve.Resolution.Skip;
import io.tiercel.hdfs.resolve.WalkLimitException;
import io.tiercel.migrate.ledger.HintMark;
import io.tiercel.migrate.ledger.JobId;
import io.tiercel.protocol.StoredHint;
import io.tiercel.protocol.StoredHints;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings hints of an earlier coordinator back, each as its own user, and keeps changes. For one thread, on which it may wait for HDFS. */
public final class HintKeeper {
    private static final Logger LOG = LoggerFactory.getLogger(HintKeeper.class);
    private static final long MILLI = 1_000_000;

    /** By then agents have joined, and the NameNode knows where replicas lie. Later refusals are final. */
    private static final long AGENTS_JOIN_MILLIS = 60_000;

    private final HintStore store;
    private final DetachedHints hints;
    private final CoordinatorState state;
    private final FileResolver files;
    private final LongSupplier millis;

    /** Hints that are to be made anew; null until the store was read. */
    private @Nullable Queue<StoredHint> left;

    private final long startedMillis;
    private String lastProblem = "";

    /** @param millis the time of day */
    public HintKeeper(
            HintStore store, DetachedHints hints, CoordinatorState state, FileResolver files, LongSupplier millis) {
        this.store = store;
        this.hints = hints;
        this.state = state;
        this.files = files;
        this.millis = millis;
        this.startedMillis = millis.getAsLong();
    }

    /** Goes on with what is to be done. To be called again and again. Nothing is written before all was read. */
    public void run() {
        try {
            Queue<StoredHint> rest = left;
            if (rest == null) {
                rest = new ArrayDeque<>(hints.load(store.read()));
                if (!rest.isEmpty()) {
                    LOG.info("{} hints outlived the last coordinator", rest.size());
                }
                left = rest;
            }
            for (int tries = rest.size(); tries > 0; tries--) {
                StoredHint next = rest.remove();
                boolean isOver = false;
                try {
                    isOver = hint(next) || millis.getAsLong() - startedMillis > AGENTS_JOIN_MILLIS;
                } finally {
                    if (!isOver) {
                        rest.add(next);
                    }
                }
            }
            keep();
            lastProblem = "";
        } catch (IOException e) {
            String problem = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            if (!problem.equals(lastProblem)) {
                LOG.warn("hints cannot be kept for the next coordinator now: {}", problem);
                lastProblem = problem;
            }
        }
    }

    /** Whether all of it was taken. Just after a start there may be no agents yet, or no replicas known. */
    private boolean hint(StoredHint hint) throws IOException {
        JobId job = new JobId(hint.getUser(), hint.getJob());
        List<Skip> skips = new ArrayList<>();
        try (CoordinatorState.OpenHint open = state.open(job, terms(hint))) {
            files.walk(
                    Caller.named(job.user()),
                    Translation.some(hint.getDataList()),
                    () -> false,
                    window -> skips.addAll(open.add(window.files()).skips()));
            return skips.isEmpty();
        } catch (WalkLimitException e) {
            LOG.info("only a part of the hint of job {} comes back: {}", job, e.getMessage());
            return true;
        } catch (RuntimeException e) {
            LOG.info("the hint of job {} does not come back: {}", job, e.getMessage());
            return true;
        }
    }

    private CoordinatorState.Terms terms(StoredHint hint) {
        long now = millis.getAsLong();
        return new CoordinatorState.Terms(
                Translation.mode(hint.getEviction()),
                hint.hasNeededMillis() ? OptionalLong.of(hint.getNeededMillis() - now) : OptionalLong.empty(),
                OptionalLong.of(Math.max(1, hint.getLeaseEndsMillis() - now) * MILLI),
                new HintMark(0, 0, state.now()));
    }

    private void keep() throws IOException {
        Optional<StoredHints> changes = hints.takeChanges();
        if (changes.isPresent()) {
            try {
                store.write(changes.get());
            } catch (IOException | RuntimeException e) {
                hints.putBack();
                throw e;
            }
        }
    }
}

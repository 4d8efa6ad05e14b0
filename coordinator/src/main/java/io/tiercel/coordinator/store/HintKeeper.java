package io.tiercel.coordinator.store;

import io.tiercel.coordinator.state.CoordinatorState;
import io.tiercel.coordinator.state.Translation;
import io.tiercel.hdfs.resolve.Caller;
import io.tiercel.hdfs.resolve.FileResolver;
import io.tiercel.hdfs.resolve.WalkLimitException;
import io.tiercel.migrate.ledger.HintMark;
import io.tiercel.migrate.ledger.JobId;
import io.tiercel.protocol.StoredHint;
import io.tiercel.protocol.StoredHints;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings hints of an earlier coordinator back, each as its own user, and keeps changes. For one thread, on which it may wait for HDFS. */
public final class HintKeeper {
    private static final Logger LOG = LoggerFactory.getLogger(HintKeeper.class);
    private static final long MILLI = 1_000_000;

    private static final long FIRST_WAIT = 1_000_000_000L;
    private static final long LAST_WAIT = 32_000_000_000L;

    /** So long after its start the coordinator keeps what nobody claims for hints that were not read or not tried yet. */
    private static final long LONGEST_HOLD = 600_000_000_000L;

    /** A call of {@link #run} begins no further hint after so long. */
    private static final long LONGEST_RUN = 5_000_000_000L;

    /** Between two writes while changes never cease: each has all hints. */
    private static final long BETWEEN_WRITES = 5_000_000_000L;

    /** Writes that may be made ahead of that, because a change that is not kept is lost with the coordinator. */
    private static final int PROMPT_WRITES = 10;

    /** A hint that is to be made anew, and when: by the state's clock. */
    private static final class Pending {
        private final JobId job;
        private final long number;
        private final HintMark mark;
        private long at;
        private long wait = FIRST_WAIT;
        private boolean isTried;

        Pending(DetachedHints.Kept kept, long now) {
            this.job = kept.job();
            this.number = kept.number();
            this.mark = new HintMark(0, 0, now);
            this.at = now;
        }
    }

    private final HintStore store;
    private final DetachedHints hints;
    private final CoordinatorState state;
    private final FileResolver files;
    private final LongSupplier millis;

    /** By user what is to be made anew; the user whose turn it is comes first. Null until the store was read. */
    private @Nullable Deque<Deque<Pending>> left;

    /** By the state's clock. */
    private final long started;

    /** By the state's clock: each write moves it by {@link #BETWEEN_WRITES}. */
    private long writtenAhead;

    private String lastProblem = "";

    /** @param millis the time of day */
    public HintKeeper(
            HintStore store, DetachedHints hints, CoordinatorState state, FileResolver files, LongSupplier millis) {
        this.store = store;
        this.hints = hints;
        this.state = state;
        this.files = files;
        this.millis = millis;
        started = state.now();
        writtenAhead = started;
    }

    /**
     * Goes on with what is to be done. To be called again and again. Nothing is written before all was read. A change is written at once;
     * many changes are written together.
     */
    public void run() {
        state.keepUnclaimed(mayStillClaim());
        try {
            Deque<Deque<Pending>> turns = left;
            if (turns == null) {
                turns = load();
                left = turns;
            }
            keep();
            lastProblem = "";
            bringBack(turns);
        } catch (IOException e) {
            complain("hints cannot be kept for the next coordinator now", e);
        }
        state.keepUnclaimed(mayStillClaim());
    }

    private Deque<Deque<Pending>> load() throws IOException {
        List<DetachedHints.Kept> stored = hints.load(store.read());
        if (!stored.isEmpty()) {
            LOG.info("{} hints outlived the last coordinator", stored.size());
        }
        long now = state.now();
        Map<String, Deque<Pending>> byUser = new LinkedHashMap<>();
        for (DetachedHints.Kept kept : stored) {
            byUser.computeIfAbsent(kept.job().user(), none -> new ArrayDeque<>())
                    .add(new Pending(kept, now));
        }
        return new ArrayDeque<>(byUser.values());
    }

    /** Whether a hint that was not read or not tried yet may want what agents have in memory. */
    private boolean mayStillClaim() {
        Deque<Deque<Pending>> turns = left;
        return state.now() - started < LONGEST_HOLD
                && (turns == null || turns.stream().flatMap(Deque::stream).anyMatch(each -> !each.isTried));
    }

    /** One hint of each user in turn, because a hint may take long. The next call goes on with the next user. */
    private void bringBack(Deque<Deque<Pending>> turns) throws IOException {
        long began = state.now();
        int idle = 0;
        while (idle < turns.size() && state.now() - began < LONGEST_RUN) {
            Deque<Pending> ofUser = turns.remove();
            // At once: nothing is lost by an Error.
            turns.add(ofUser);
            Optional<Pending> due =
                    ofUser.stream().filter(each -> each.at - state.now() <= 0).findFirst();
            due.ifPresent(each -> {
                boolean isOver = isOver(each);
                ofUser.remove(each);
                if (!isOver) {
                    ofUser.add(each);
                }
            });
            if (ofUser.isEmpty()) {
                turns.removeLast();
            }
            if (due.isPresent()) {
                idle = 0;
                keep();
            } else {
                idle++;
            }
        }
    }

    private void complain(String what, IOException e) {
        String problem =
                what + ": " + String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        if (!problem.equals(lastProblem)) {
            LOG.warn("{}", problem);
            lastProblem = problem;
        }
    }

    /** Makes the hint as it is now; whether nothing more is to be done about it. */
    private boolean isOver(Pending pending) {
        StoredHint hint = hints.find(pending.job, pending.number).orElse(null);
        if (hint == null) {
            return true;
        }
        pending.isTried = true;
        boolean[] mayComeLater = {false};
        try (CoordinatorState.OpenHint open = state.open(pending.job, terms(hint, pending.mark))) {
            files.walk(
                    Caller.named(pending.job.user()),
                    Translation.some(hint.getDataList()),
                    () -> false,
                    window -> mayComeLater[0] |= Stream.concat(
                                    window.skips().stream(), open.add(window.files()).skips().stream())
                            .anyMatch(state::mayComeLater));
        } catch (WalkLimitException e) {
            LOG.info("only a part of the hint of job {} comes back: {}", pending.job, e.getMessage());
        } catch (IOException e) {
            complain("the hint of job " + pending.job + " waits for HDFS", e);
            mayComeLater[0] = true;
        } catch (RuntimeException e) {
            LOG.info("the hint of job {} does not come back: {}", pending.job, e.getMessage());
            return true;
        }
        pending.at = state.now() + pending.wait;
        pending.wait = Math.min(LAST_WAIT, 2 * pending.wait);
        return !mayComeLater[0];
    }

    private CoordinatorState.Terms terms(StoredHint hint, HintMark mark) {
        long now = millis.getAsLong();
        return new CoordinatorState.Terms(
                Translation.mode(hint.getEviction()),
                hint.hasNeededMillis() ? OptionalLong.of(hint.getNeededMillis() - now) : OptionalLong.empty(),
                OptionalLong.of(Math.max(1, hint.getLeaseEndsMillis() - now) * MILLI),
                mark);
    }

    private void keep() throws IOException {
        long now = state.now();
        long ahead = Math.max(0, writtenAhead - now);
        if (ahead > (PROMPT_WRITES - 1) * BETWEEN_WRITES) {
            return;
        }
        Optional<StoredHints> changes = hints.takeChanges();
        if (changes.isPresent()) {
            try {
                store.write(changes.get());
            } catch (IOException | RuntimeException e) {
                hints.putBack();
                throw e;
            }
            writtenAhead = now + ahead + BETWEEN_WRITES;
        }
    }
}

package io.tiercel.spark.prefetch.learn;

import io.tiercel.json.MalformedRecordException;
import io.tiercel.json.StageModelRecord;
import io.tiercel.prefetch.learn.CorrectionFactor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How long the tasks of each kind of stage compute and how far the planner's models are off for it, learnt as they end, and kept from one application to the next where there is a
 * directory for it: a small file for each kind. Not thread-safe.
 */
public final class StageModelStore {
    private static final Logger LOG = LoggerFactory.getLogger(StageModelStore.class);

    private final Optional<Path> directory;
    private final Map<StageKind, StageModel> models = new HashMap<>();
    private final Set<StageKind> learned = new HashSet<>();

    /** Of which this application has run tasks. */
    private final Set<StageKind> ran = new HashSet<>();

    private final Map<StageKind, FirstTaskDetector> firstTasks = new HashMap<>();

    public StageModelStore(Optional<Path> directory) {
        this.directory = directory;
    }

    /** Seconds that a task of this kind over so many bytes should compute; 0 if nothing is known of the kind. */
    public double seconds(StageKind kind, WarmUpPhase turn, long bytes) {
        return of(kind).computing(turn, bytes);
    }

    /** Seconds that it should take beside running; 0 if nothing is known of the kind. */
    public double overhead(StageKind kind, WarmUpPhase turn) {
        return of(kind).overhead(turn);
    }

    /** Whether it is known how long tasks of the kind compute that come now. */
    public boolean knows(StageKind kind) {
        return of(kind).knows(atFirst(kind));
    }

    /** What tasks should be that a stage runs at first, as far as this application has run any of the kind. */
    public WarmUpPhase atFirst(StageKind kind) {
        return ran.contains(kind) ? WarmUpPhase.FIRST : WarmUpPhase.FRESH;
    }

    /**
     * A task has ended.
     *
     * @param firstOfStage whether it was launched before any of its stage had ended in its executor
     */
    public WarmUpPhase turn(StageKind kind, TaskMeasurement task, boolean firstOfStage) {
        boolean fresh = firstTasks
                .computeIfAbsent(kind, unknown -> new FirstTaskDetector())
                .add(task.executor(), task.launchedMillis(), task.endedMillis());
        if (fresh) {
            return WarmUpPhase.FRESH;
        }
        return firstOfStage ? WarmUpPhase.FIRST : WarmUpPhase.LATER;
    }

    /**
     * A task has computed for so long.
     *
     * @param exactly or at least
     */
    public void computed(StageKind kind, WarmUpPhase turn, long bytes, double seconds, boolean exactly) {
        of(kind).computed(turn, bytes, seconds, exactly);
        ran.add(kind);
        learned.add(kind);
    }

    /** A task has taken so long beside running. */
    public void tookBeside(StageKind kind, WarmUpPhase turn, double seconds) {
        of(kind).tookBeside(turn, seconds);
        learned.add(kind);
    }

    /**
     * A stage has ended that was planned for.
     *
     * @param atOnce how many of its tasks ran at once
     * @param foretold by the models, uncorrected, seconds
     */
    public void stageTook(StageKind kind, int atOnce, double foretold, double measured) {
        of(kind).stageTook(atOnce, foretold, measured);
        learned.add(kind);
    }

    /** The last block of a stage has come into memory. */
    public void prefetchTook(StageKind kind, double foretold, double measured) {
        of(kind).prefetchTook(foretold, measured);
        learned.add(kind);
    }

    /** How far the models are off for stages of this kind of which so many tasks run at once. */
    public CorrectionFactor stages(StageKind kind, int atOnce) {
        return of(kind).stages(atOnce);
    }

    /** How far they are off for the time until the last block of such a stage is in memory. */
    public CorrectionFactor prefetches(StageKind kind) {
        return of(kind).prefetches();
    }

    private StageModel of(StageKind kind) {
        return models.computeIfAbsent(kind, unknown -> read(unknown).orElseGet(StageModel::fresh));
    }

    private Optional<StageModel> read(StageKind kind) {
        Path file = directory.map(in -> in.resolve(name(kind))).orElse(null);
        if (file == null || !Files.exists(file)) {
            return Optional.empty();
        }
        try {
            StageModelRecord read = StageModelRecord.parse(Files.readString(file));
            if (!read.kind().equals(kind.text())) {
                return Optional.empty();
            }
            return Optional.of(StageModel.of(read));
        } catch (IOException | MalformedRecordException | RuntimeException e) {
            LOG.warn("Tiercel: {} is passed over, what it says is learnt anew: {}", file, e.getMessage());
            return Optional.empty();
        }
    }

    /** Writes what was learnt since the start; says once what cannot be written. */
    public void save() {
        if (directory.isEmpty() || learned.isEmpty()) {
            return;
        }
        Path in = directory.get();
        try {
            Files.createDirectories(in);
            for (StageKind kind : learned) {
                String text = of(kind).kept(kind).text();
                Path draft = Files.createTempFile(in, "draft", null);
                Files.writeString(draft, text);
                Files.move(
                        draft,
                        in.resolve(name(kind)),
                        StandardCopyOption.REPLACE_EXISTING,
                        StandardCopyOption.ATOMIC_MOVE);
            }
            learned.clear();
        } catch (IOException | RuntimeException e) {
            LOG.warn("Tiercel: how long tasks compute is not kept in {}: {}", in, e.toString());
        }
    }

    private static String name(StageKind kind) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(kind.text().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 8) + ".json";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}

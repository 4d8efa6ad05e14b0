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
 * Holds the models of each kind of stage. A directory, if there is one, keeps them from one application to the next: one small file for
 * each kind. Not thread-safe.
 */
public final class StageModelStore {
    private static final Logger LOG = LoggerFactory.getLogger(StageModelStore.class);

    private final Optional<Path> directory;
    private final Map<StageKind, StageModel> models = new HashMap<>();
    private final Set<StageKind> changed = new HashSet<>();

    /** The kinds that this application has run tasks of. */
    private final Set<StageKind> ran = new HashSet<>();

    private final Map<StageKind, FirstTaskDetector> firstTasks = new HashMap<>();

    public StageModelStore(Optional<Path> directory) {
        this.directory = directory;
    }

    /** The predicted computing time of a task, in seconds; 0 if nothing is known of the kind. */
    public double seconds(StageKind kind, WarmUpPhase phase, long bytes) {
        return of(kind).computing(phase, bytes);
    }

    /** The predicted time that a task takes beside running, in seconds; 0 if nothing is known of the kind. */
    public double overhead(StageKind kind, WarmUpPhase phase) {
        return of(kind).overhead(phase);
    }

    /** Whether the computing time of the kind's next tasks is known. */
    public boolean knows(StageKind kind) {
        return of(kind).knows(atFirst(kind));
    }

    /** The phase of the first tasks of a stage that starts now. */
    public WarmUpPhase atFirst(StageKind kind) {
        return ran.contains(kind) ? WarmUpPhase.FIRST : WarmUpPhase.FRESH;
    }

    /**
     * The phase of a task that has ended.
     *
     * @param firstOfStage whether it was launched before any task of its stage had ended in its executor
     */
    public WarmUpPhase phase(StageKind kind, TaskMeasurement task, boolean firstOfStage) {
        boolean fresh = firstTasks
                .computeIfAbsent(kind, unknown -> new FirstTaskDetector())
                .add(task.executor(), task.launchedMillis(), task.endedMillis());
        if (fresh) {
            return WarmUpPhase.FRESH;
        }
        return firstOfStage ? WarmUpPhase.FIRST : WarmUpPhase.LATER;
    }

    /** Learns the computing time of a task. */
    public void computed(StageKind kind, ComputingSample sample) {
        of(kind).computed(sample);
        ran.add(kind);
        changed.add(kind);
    }

    /** Learns the time that a task took beside running, in seconds. */
    public void tookBeside(StageKind kind, WarmUpPhase phase, double seconds) {
        of(kind).tookBeside(phase, seconds);
        changed.add(kind);
    }

    /**
     * Learns the time of a stage that was planned for.
     *
     * @param atOnce how many of its tasks ran at once
     * @param predicted by the models, uncorrected, seconds
     */
    public void stageTook(StageKind kind, int atOnce, double predicted, double measured) {
        of(kind).stageTook(atOnce, predicted, measured);
        changed.add(kind);
    }

    /** Learns the time until the last block of a stage was in memory. */
    public void prefetchTook(StageKind kind, double predicted, double measured) {
        of(kind).prefetchTook(predicted, measured);
        changed.add(kind);
    }

    /** Corrects predicted times of the kind's stages of which {@code atOnce} tasks run at once. */
    public CorrectionFactor stages(StageKind kind, int atOnce) {
        return of(kind).stages(atOnce);
    }

    /** Corrects predicted times until the last block of such a stage is in memory. */
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
            return read.kind().equals(kind.text()) ? Optional.of(StageModel.restored(read)) : Optional.empty();
        } catch (IOException | MalformedRecordException | RuntimeException e) {
            LOG.warn("Tiercel: {} is ignored, its models are learnt anew: {}", file, e.getMessage());
            return Optional.empty();
        }
    }

    /** Writes the models that have changed since the start; logs once if that is impossible. */
    public void save() {
        if (directory.isEmpty() || changed.isEmpty()) {
            return;
        }
        Path in = directory.get();
        try {
            Files.createDirectories(in);
            for (StageKind kind : changed) {
                Path draft = Files.createTempFile(in, "draft", null);
                Files.writeString(draft, of(kind).record(kind).text());
                Files.move(
                        draft,
                        in.resolve(name(kind)),
                        StandardCopyOption.REPLACE_EXISTING,
                        StandardCopyOption.ATOMIC_MOVE);
            }
            changed.clear();
        } catch (IOException | RuntimeException e) {
            LOG.warn("Tiercel: models of computing times are not saved in {}: {}", in, e.toString());
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

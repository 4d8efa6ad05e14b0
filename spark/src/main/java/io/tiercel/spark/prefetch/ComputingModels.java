package io.tiercel.spark.prefetch;

import io.tiercel.json.ComputingModelJson;
import io.tiercel.json.MalformedRecordException;
import io.tiercel.prefetch.CpuTimeModel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How long the tasks of each kind of stage compute, learnt as they end, and kept from one application to the next where there is a
 * directory for it: a small file for each kind. Not thread-safe.
 */
final class ComputingModels {
    private static final Logger LOG = LoggerFactory.getLogger(ComputingModels.class);

    /** Tasks further back count less; some waves of a middling stage. */
    private static final double MEMORY = 200;

    private final Optional<Path> directory;
    private final Map<StageKind, CpuTimeModel> models = new HashMap<>();
    private final Set<StageKind> learned = new HashSet<>();

    ComputingModels(Optional<Path> directory) {
        this.directory = directory;
    }

    /** Seconds that a task of this kind over so many bytes should compute; 0 if nothing is known of the kind. */
    double seconds(StageKind kind, long bytes) {
        return model(kind).seconds(bytes);
    }

    /** Whether anything is known of the kind. */
    boolean knows(StageKind kind) {
        return model(kind).knows();
    }

    void learn(StageKind kind, long bytes, double seconds) {
        model(kind).learn(bytes, seconds);
        learned.add(kind);
    }

    private CpuTimeModel model(StageKind kind) {
        return models.computeIfAbsent(kind, unknown -> read(unknown).orElseGet(() -> new CpuTimeModel(MEMORY)));
    }

    private Optional<CpuTimeModel> read(StageKind kind) {
        Path file = directory.map(in -> in.resolve(name(kind))).orElse(null);
        if (file == null || !Files.exists(file)) {
            return Optional.empty();
        }
        try {
            ComputingModelJson read = ComputingModelJson.parse(Files.readString(file));
            if (!read.kind().equals(kind.text())) {
                return Optional.empty();
            }
            return Optional.of(CpuTimeModel.restored(
                    MEMORY,
                    read.state().stream().mapToDouble(Double::doubleValue).toArray()));
        } catch (IOException | MalformedRecordException | RuntimeException e) {
            LOG.warn("Tiercel: {} is passed over, what it says is learnt anew: {}", file, e.getMessage());
            return Optional.empty();
        }
    }

    /** Writes what was learnt since the start; says once what cannot be written. */
    void save() {
        if (directory.isEmpty() || learned.isEmpty()) {
            return;
        }
        Path in = directory.get();
        try {
            Files.createDirectories(in);
            for (StageKind kind : learned) {
                String text = new ComputingModelJson(
                                kind.text(),
                                Arrays.stream(model(kind).state()).boxed().toList())
                        .text();
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

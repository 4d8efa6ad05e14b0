package io.tiercel.spark.prefetch.learn;

import io.tiercel.json.MalformedRecordException;
import io.tiercel.json.StageModelRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the models of each kind of stage. A directory, if there is one, keeps them from one application to the next: one small file for
 * each kind. Kinds that were not asked for lately are known by their files alone. Not thread-safe.
 */
public final class StageModelStore {
    private static final Logger LOG = LoggerFactory.getLogger(StageModelStore.class);

    /** Kinds in memory: the queries of many users are of more and more kinds. */
    static final int MOST_KINDS = 1_000;

    private final Optional<Path> directory;
    private final Map<StageKind, StageModel> models = new Recent();
    private boolean complained;

    /** The kinds that were asked for last. */
    private final class Recent extends LinkedHashMap<StageKind, StageModel> {
        private static final long serialVersionUID = 1;

        Recent() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<StageKind, StageModel> eldest) {
            if (size() <= MOST_KINDS) {
                return false;
            }
            save(List.of(eldest));
            return true;
        }
    }

    public StageModelStore(Optional<Path> directory) {
        this.directory = directory;
    }

    /** The models of a kind, from its file if there is one. */
    public StageModel of(StageKind kind) {
        return models.computeIfAbsent(kind, unknown -> read(unknown).orElseGet(StageModel::new));
    }

    private Optional<StageModel> read(StageKind kind) {
        Path file = directory.map(in -> in.resolve(name(kind))).orElse(null);
        if (file == null || !Files.exists(file)) {
            return Optional.empty();
        }
        try {
            StageModelRecord read = StageModelRecord.parse(Files.readString(file));
            return read.kind().equals(kind.text()) ? Optional.of(new StageModel(read)) : Optional.empty();
        } catch (IOException | MalformedRecordException | RuntimeException e) {
            LOG.warn("Tiercel: {} is ignored, its models are learnt anew: {}", file, e.getMessage());
            return Optional.empty();
        }
    }

    /** Writes the models that have changed since the start; logs once if that is impossible. */
    public void save() {
        save(models.entrySet());
    }

    private void save(Collection<Map.Entry<StageKind, StageModel>> some) {
        if (directory.isEmpty()
                || some.stream().noneMatch(each -> each.getValue().isChanged())) {
            return;
        }
        Path in = directory.get();
        try {
            Files.createDirectories(in);
            for (Map.Entry<StageKind, StageModel> each : some) {
                if (each.getValue().isChanged()) {
                    Path draft = Files.createTempFile(in, "draft", null);
                    Files.writeString(
                            draft, each.getValue().record(each.getKey()).text());
                    Files.move(
                            draft,
                            in.resolve(name(each.getKey())),
                            StandardCopyOption.REPLACE_EXISTING,
                            StandardCopyOption.ATOMIC_MOVE);
                }
            }
        } catch (IOException | RuntimeException e) {
            if (complained) {
                return;
            }
            complained = true;
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

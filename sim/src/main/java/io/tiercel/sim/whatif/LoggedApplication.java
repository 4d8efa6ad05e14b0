package io.tiercel.sim.whatif;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * An application in an event log.
 *
 * @param slots that it had
 * @param stages with tasks that have ended well
 */
public record LoggedApplication(Facts facts, LoggedSlots slots, List<StageInput> stages) {
    public LoggedApplication {
        stages = List.copyOf(stages);
    }

    /**
     * An application without its tasks: its name, its time and its configuration.
     *
     * @param sparkVersion empty if the log has none
     * @param started milliseconds since the epoch
     * @param ended that of the last task if the log does not tell
     * @param isComplete whether the log tells that the application has ended
     * @param isCompacted whether jobs that had ended were removed from the log
     * @param properties of Spark's configuration, as far as the log has them; of Hadoop's, the keys that begin with {@link #NAMESERVICE},
     *     after {@link #HADOOP}
     */
    public record Facts(
            String id,
            String name,
            String sparkVersion,
            long started,
            long ended,
            boolean isComplete,
            boolean isCompacted,
            Map<String, String> properties) {
        /** Begins the keys in Spark's configuration that are Hadoop's. */
        public static final String HADOOP = "spark.hadoop.";

        /** Begins Hadoop's key that has the NameNodes of a nameservice. */
        public static final String NAMESERVICE = "dfs.ha.namenodes.";

        public Facts {
            properties = Map.copyOf(properties);
        }

        public double seconds() {
            return Math.max(0, ended - started) / 1e3;
        }

        /** Whether the log tells that a name in paths of HDFS is a nameservice, and no host. */
        public boolean isNameservice(String name) {
            return !properties.getOrDefault(HADOOP + NAMESERVICE + name, "").isBlank();
        }

        /** Whether all its tasks ran in the driver. */
        public boolean isLocal() {
            return properties.getOrDefault("spark.master", "").startsWith("local");
        }
    }

    /**
     * A stage, and what it read.
     *
     * @param query the query or job that it belongs to. Its input is known when that starts
     * @param paths with their schemes; none if the log does not name them
     */
    public record StageInput(LoggedStage stage, String query, Set<String> paths) {
        public StageInput {
            paths = Set.copyOf(paths);
        }

        /** Whether it read anything that Spark counts. */
        public boolean isReading() {
            return stage.inputBytes() > 0;
        }

        Set<Storage> storages() {
            Set<Storage> storages = EnumSet.noneOf(Storage.class);
            paths.forEach(path -> storages.add(Storage.of(path)));
            if (storages.isEmpty()) {
                storages.add(Storage.UNKNOWN);
            }
            return storages;
        }
    }

    /** Names of the stages' input, sorted. */
    SortedSet<String> paths() {
        SortedSet<String> all = new TreeSet<>();
        stages.stream().filter(StageInput::isReading).forEach(stage -> all.addAll(stage.paths()));
        return all;
    }
}

package io.tiercel.hive;

import io.tiercel.client.ClientSettings;
import io.tiercel.config.ConfigException;
import io.tiercel.config.Settings;
import io.tiercel.hdfs.BackgroundExecutor;
import io.tiercel.hdfs.BackgroundExecutor.DaemonPool;
import io.tiercel.security.HadoopSecurity;
import io.tiercel.security.MissingKeysException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.UserGroupInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The queries of this process that have hinted and have not ended. Thread-safe. */
final class OpenQueries {
    private static final Logger LOG = LoggerFactory.getLogger(OpenQueries.class);
    private static final int THREADS = 2;

    private final Map<String, Running> running = new ConcurrentHashMap<>();
    private final BackgroundExecutor background = new DaemonPool("tiercel-hive", THREADS);

    /** What the configuration of a secure Hadoop lacked last; empty if nothing. */
    private volatile String missing = "";

    private record Running(QueryHints hints, Duration budget) {}

    /**
     * Hints what a query will read, if its configuration asks for that. A query that has hinted already does not hint again.
     *
     * @param user on whose behalf its files are read
     * @param steps directories, in the order in which they will be read
     */
    void begin(String query, UserGroupInformation user, Configuration conf, List<List<Path>> steps) {
        try {
            Settings own = HiveKeys.own(conf);
            Optional<String> coordinator = HiveKeys.coordinator(conf);
            List<List<String>> directories = HdfsDirectories.of(conf).of(steps);
            if (coordinator.isPresent() && own.get(HiveKeys.HINT) && !directories.isEmpty()) {
                ClientSettings settings = ClientSettings.of(
                        HadoopSecurity.coordinators(conf, coordinator.get()), HadoopSecurity.ofUser(conf, user));
                running.computeIfAbsent(
                        query,
                        id -> new Running(
                                new QueryHints(id, settings, directories, background), own.get(HiveKeys.BUDGET)));
            }
        } catch (MissingKeysException e) {
            // Of all queries, so it is said once.
            if (!e.getMessage().equals(missing)) {
                missing = e.getMessage();
                LOG.error("Tiercel: queries hint nothing: {}", missing);
            }
        } catch (ConfigException | IOException e) {
            LOG.warn("Tiercel: query {} hints nothing, because its configuration is wrong: {}", query, e.getMessage());
        }
    }

    /** Gives back what a query has hinted, if it has. */
    void end(String query) {
        Running ended = running.remove(query);
        if (ended != null) {
            ended.hints().end(ended.budget());
        }
    }
}

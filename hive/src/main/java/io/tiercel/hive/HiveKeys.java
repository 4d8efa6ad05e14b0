package io.tiercel.hive;

import io.tiercel.config.ConfigException;
import io.tiercel.config.Key;
import io.tiercel.config.KeySet;
import io.tiercel.config.KeyType;
import io.tiercel.config.Settings;
import io.tiercel.hdfs.HadoopKeys;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** All keys that Tiercel reads from the configuration of a Hive session, beside {@link HadoopKeys#COORDINATOR}. */
public final class HiveKeys {
    private static final String SINCE = "0.1.0";
    private static final String PREFIX = "tiercel.hive.";

    public static final Key<Boolean> HINT = Key.of(
            PREFIX + "hint",
            KeyType.bool(),
            "true",
            "Whether queries hint what they will read. A session can set it.",
            SINCE);

    public static final Key<Duration> BUDGET = Key.of(
            PREFIX + "budget",
            KeyType.duration(Duration.ofSeconds(10)),
            "100ms",
            "How long a query waits at most, in all, for the coordinator. It waits only at its end, until what it has hinted is given"
                    + " back. 0: not even then.",
            SINCE);

    /** In the order of the reference. */
    public static final KeySet ALL = new KeySet(PREFIX, List.of(HINT, BUDGET));

    private static final KeySet SHARED = new KeySet("tiercel.", List.of(HadoopKeys.COORDINATOR));

    private HiveKeys() {}

    /** @throws ConfigException with one line for each unknown key under {@code tiercel.hive.} and each bad value */
    static Settings own(Configuration conf) throws ConfigException {
        return HadoopKeys.read(ALL, conf);
    }

    /** The coordinator's address, if it is set. */
    static Optional<String> coordinator(Configuration conf) throws ConfigException {
        return HadoopKeys.readOnly(SHARED, conf).find(HadoopKeys.COORDINATOR);
    }
}

package io.tiercel.hive;

import io.tiercel.config.ConfigException;
import io.tiercel.config.Key;
import io.tiercel.config.KeySet;
import io.tiercel.config.KeyType;
import io.tiercel.config.Settings;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** All keys that Tiercel reads from the configuration of a Hive session. */
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

    public static final Key<String> COORDINATOR = Key.optional(
            "tiercel.coordinator",
            KeyType.address(1),
            "The coordinator's address for applications of Hadoop. Not set: nothing is hinted.",
            SINCE);

    private static final KeySet SHARED = new KeySet("tiercel.", List.of(COORDINATOR));

    private HiveKeys() {}

    /** @throws ConfigException with one line for each unknown key under {@code tiercel.hive.} and each bad value */
    static Settings own(Configuration conf) throws ConfigException {
        Map<String, String> entries = new HashMap<>();
        conf.getPropsWithPrefix(PREFIX).forEach((name, value) -> entries.put(PREFIX + name, value));
        return ALL.read(entries);
    }

    /** Others' keys under {@code tiercel.} are not looked at. */
    static Settings shared(Configuration conf) throws ConfigException {
        String address = conf.get(COORDINATOR.name());
        return SHARED.read(address == null ? Map.of() : Map.of(COORDINATOR.name(), address));
    }
}

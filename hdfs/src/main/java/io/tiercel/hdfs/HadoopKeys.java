package io.tiercel.hdfs;

import io.tiercel.config.ConfigException;
import io.tiercel.config.Key;
import io.tiercel.config.KeySet;
import io.tiercel.config.KeyType;
import io.tiercel.config.Settings;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** The key that all applications of Hadoop share, and how keys are read from Hadoop's configuration. */
public final class HadoopKeys {
    public static final Key<String> COORDINATOR = Key.optional(
            "tiercel.coordinator",
            KeyType.coordinators(),
            "The coordinator's address for applications of Hadoop, as in its key tiercel.coordinator.address. Tasks then go to where"
                    + " their input is in memory, and Hive hints. Not set: tasks are placed by storage tiers alone, and nothing is hinted.",
            "0.1.0");

    private HadoopKeys() {}

    /**
     * Reads everything under the keys' prefix.
     *
     * @throws ConfigException with one line for each unknown key and each bad value
     */
    public static Settings read(KeySet keys, Configuration conf) throws ConfigException {
        Map<String, String> entries = new HashMap<>();
        conf.getPropsWithPrefix(keys.prefix()).forEach((name, value) -> entries.put(keys.prefix() + name, value));
        return keys.read(entries);
    }

    /**
     * Reads these keys; others under their prefix are ignored.
     *
     * @throws ConfigException with one line for each bad value
     */
    public static Settings readOnly(KeySet keys, Configuration conf) throws ConfigException {
        Map<String, String> entries = new HashMap<>();
        for (Key<?> key : keys.keys()) {
            String value = conf.get(key.name());
            if (value != null) {
                entries.put(key.name(), value);
            }
        }
        return keys.read(entries);
    }
}

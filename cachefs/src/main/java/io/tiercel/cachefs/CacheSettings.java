package io.tiercel.cachefs;

import io.tiercel.cachefs.store.Eviction;
import io.tiercel.config.ConfigException;
import io.tiercel.config.Settings;
import io.tiercel.transfer.IsolationQuanta;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * The cache's configuration.
 *
 * @param directory empty if there is no cache
 * @param budgetBytes of all processes together
 * @param eviction which pages go when the budget is spent
 * @param mounts directories of mounted shared storage
 * @param stream name of the stream that reads what is not cached; empty for S3A's default
 * @param quanta when prefetches may read; empty for always
 * @param recheck how long the store's answer about a file counts, for Iceberg's reader
 */
public record CacheSettings(
        Optional<String> directory,
        long budgetBytes,
        Eviction eviction,
        int pageBytes,
        Mounts mounts,
        Optional<String> stream,
        Optional<IsolationQuanta> quanta,
        Duration recheck) {

    /** @throws ConfigException with a line for each key that is wrong */
    public static CacheSettings read(Configuration conf) throws ConfigException {
        return read(entries(conf));
    }

    /** The cache's keys with their values. */
    public static Map<String, String> entries(Configuration conf) {
        Map<String, String> entries = new HashMap<>();
        // By get, which replaces variables.
        conf.getPropsWithPrefix(CacheKeys.ALL.prefix())
                .keySet()
                .forEach(name -> entries.put(CacheKeys.ALL.prefix() + name, conf.get(CacheKeys.ALL.prefix() + name)));
        return entries;
    }

    /**
     * Reads entries; those of other prefixes are ignored.
     *
     * @throws ConfigException with a line for each key that is wrong
     */
    public static CacheSettings read(Map<String, String> entries) throws ConfigException {
        Settings settings = CacheKeys.ALL.read(entries);
        return new CacheSettings(
                settings.find(CacheKeys.DIRECTORY),
                settings.get(CacheKeys.BUDGET),
                Eviction.of(settings.get(CacheKeys.EVICTION)),
                Math.toIntExact(settings.get(CacheKeys.PAGE)),
                settings.find(CacheKeys.MOUNTS).orElse(Mounts.NONE),
                settings.find(CacheKeys.STREAM),
                settings.find(CacheKeys.QUANTUM),
                settings.get(CacheKeys.RECHECK));
    }
}

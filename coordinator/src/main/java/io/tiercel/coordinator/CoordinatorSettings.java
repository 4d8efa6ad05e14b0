package io.tiercel.coordinator;

import io.tiercel.config.ConfigException;
import io.tiercel.config.Key;
import io.tiercel.config.Settings;
import io.tiercel.coordinator.state.RemoteReads;
import io.tiercel.coordinator.state.StateSettings;
import io.tiercel.hdfs.resolve.WalkLimits;
import io.tiercel.migrate.MigrationSettings;
import io.tiercel.migrate.estimate.EstimatorSettings;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;

/**
 * How a coordinator runs, read and checked once. {@link CoordinatorKeys} describes each setting.
 *
 * @param address where it listens for the contract's calls
 * @param httpAddress where it listens for people's and Prometheus'
 * @param walk what one call may look up in HDFS
 * @param resourceManagers users and groups, as Hadoop writes them
 * @param userCalls most calls of one user at a time
 * @param hintsFile where hints are kept for the next coordinator; "off" for nowhere
 */
public record CoordinatorSettings(
        InetSocketAddress address,
        InetSocketAddress httpAddress,
        Duration interval,
        Duration agentLease,
        Duration filesAge,
        Duration filesCheck,
        int filesThreads,
        int filesRate,
        WalkLimits walk,
        Duration residencyInterval,
        RemoteReads remoteReads,
        int remoteReaders,
        String resourceManagers,
        int userCalls,
        String hintsFile,
        StateSettings state) {
    /**
     * Reads the keys under {@code tiercel.coordinator.}; others are not looked at.
     *
     * @throws ConfigException with one line for each key that is unknown or has a bad value
     */
    public static CoordinatorSettings read(Map<String, String> entries) throws ConfigException {
        return read(entries, Runtime.getRuntime().maxMemory());
    }

    /** @param heap bytes that the process may have of it */
    static CoordinatorSettings read(Map<String, String> entries, long heap) throws ConfigException {
        Settings settings = CoordinatorKeys.ALL.read(entries);
        InetSocketAddress address = address(settings, CoordinatorKeys.ADDRESS);
        InetSocketAddress bound = settings.find(CoordinatorKeys.BIND_HOST)
                .map(host -> new InetSocketAddress(host, address.getPort()))
                .orElse(address);
        Duration interval = atLeast(settings.get(CoordinatorKeys.INTERVAL));
        Duration agentLease = atLeast(settings.get(CoordinatorKeys.AGENT_LEASE));
        if (agentLease.compareTo(interval.multipliedBy(2)) < 0) { // else agents are lost between two reports
            throw new ConfigException(
                    CoordinatorKeys.AGENT_LEASE + ": expected at least twice " + CoordinatorKeys.INTERVAL + ", "
                            + 2 * interval.toMillis() + "ms, got " + agentLease.toMillis() + "ms");
        }
        MigrationSettings migrations = new MigrationSettings(
                interval.toNanos(),
                atLeast(settings.get(CoordinatorKeys.JOB_LEASE)).toNanos(),
                settings.get(CoordinatorKeys.RETENTION).toNanos(),
                EstimatorSettings.DEFAULT,
                agentLease.toNanos());
        return new CoordinatorSettings(
                bound,
                address(settings, CoordinatorKeys.HTTP_ADDRESS),
                interval,
                agentLease,
                settings.get(CoordinatorKeys.FILES_AGE),
                atLeast(settings.get(CoordinatorKeys.FILES_CHECK)),
                settings.get(CoordinatorKeys.FILES_THREADS),
                settings.get(CoordinatorKeys.FILES_RATE),
                new WalkLimits(
                        settings.get(CoordinatorKeys.HINT_BLOCKS),
                        settings.get(CoordinatorKeys.HINT_CALLS),
                        atLeast(settings.get(CoordinatorKeys.HINT_TIME))),
                atLeast(settings.get(CoordinatorKeys.RESIDENCY_INTERVAL)),
                RemoteReads.named(settings.get(CoordinatorKeys.REMOTE_READS)),
                settings.get(CoordinatorKeys.REMOTE_READERS),
                settings.get(CoordinatorKeys.RESOURCE_MANAGERS),
                settings.get(CoordinatorKeys.USER_CALLS_MOST),
                settings.get(CoordinatorKeys.HINTS_FILE),
                new StateSettings(
                        migrations,
                        settings.get(CoordinatorKeys.BINDER),
                        settings.get(CoordinatorKeys.EVICTION),
                        atLeast(settings.get(CoordinatorKeys.JOB_LEASE_MOST)).toNanos(),
                        settings.get(CoordinatorKeys.BLOCKS_MOST),
                        (long) (settings.get(CoordinatorKeys.HEAP_SHARE) * heap),
                        settings.get(CoordinatorKeys.USER_BLOCKS_MOST),
                        settings.get(CoordinatorKeys.USER_BYTES_MOST),
                        settings.get(CoordinatorKeys.WATCH_LINGER).toNanos()));
    }

    private static InetSocketAddress address(Settings settings, Key<String> key) {
        String text = settings.get(key);
        int colon = text.lastIndexOf(':');
        return new InetSocketAddress(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    }

    /** At least a millisecond: 0 makes no sense for these durations. */
    private static Duration atLeast(Duration duration) {
        return duration.isZero() ? Duration.ofMillis(1) : duration;
    }
}

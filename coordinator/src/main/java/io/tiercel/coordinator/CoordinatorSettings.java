package io.tiercel.coordinator;

import io.tiercel.config.ConfigException;
import io.tiercel.config.Settings;
import io.tiercel.coordinator.state.RemoteReads;
import io.tiercel.coordinator.state.StateSettings;
import io.tiercel.migrate.MigrationSettings;
import io.tiercel.migrate.estimate.EstimatorSettings;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;

/**
 * How a coordinator runs, read and checked once.
 *
 * @param address where it listens for the contract's calls
 * @param httpAddress where it listens for people's and Prometheus'
 * @param interval between two exchanges of an agent
 * @param agentLease how long an agent may be silent
 * @param filesAge how long locations of a file version are good
 * @param filesCheck between two looks at the versions of files
 * @param filesThreads calls to the file system at once
 * @param residencyInterval between two messages of a residency stream
 * @param remoteReads when readers on other nodes are sent to memory
 * @param state how the state is kept
 */
public record CoordinatorSettings(
        InetSocketAddress address,
        InetSocketAddress httpAddress,
        Duration interval,
        Duration agentLease,
        Duration filesAge,
        Duration filesCheck,
        int filesThreads,
        Duration residencyInterval,
        RemoteReads remoteReads,
        StateSettings state) {

    /**
     * Reads the keys under {@code tiercel.coordinator.}; others are not looked at.
     *
     * @throws ConfigException with one line for each key that is unknown or has a bad value
     */
    public static CoordinatorSettings read(Map<String, String> entries) throws ConfigException {
        Settings settings = CoordinatorKeys.ALL.read(entries);
        InetSocketAddress address = Address.parse(CoordinatorKeys.ADDRESS, settings.get(CoordinatorKeys.ADDRESS));
        InetSocketAddress bound = settings.find(CoordinatorKeys.BIND_HOST)
                .map(host -> new InetSocketAddress(host, address.getPort()))
                .orElse(address);
        Duration interval = atLeast(settings.get(CoordinatorKeys.INTERVAL));
        Duration jobLease = atLeast(settings.get(CoordinatorKeys.JOB_LEASE));
        MigrationSettings migrations = new MigrationSettings(
                interval.toNanos(),
                jobLease.toNanos(),
                settings.get(CoordinatorKeys.RETENTION).toNanos(),
                EstimatorSettings.DEFAULT,
                atLeast(settings.get(CoordinatorKeys.AGENT_LEASE)).toNanos());
        return new CoordinatorSettings(
                bound,
                Address.parse(CoordinatorKeys.HTTP_ADDRESS, settings.get(CoordinatorKeys.HTTP_ADDRESS)),
                interval,
                atLeast(settings.get(CoordinatorKeys.AGENT_LEASE)),
                settings.get(CoordinatorKeys.FILES_AGE),
                atLeast(settings.get(CoordinatorKeys.FILES_CHECK)),
                settings.get(CoordinatorKeys.FILES_THREADS),
                atLeast(settings.get(CoordinatorKeys.RESIDENCY_INTERVAL)),
                RemoteReads.named(settings.get(CoordinatorKeys.REMOTE_READS)),
                new StateSettings(
                        migrations,
                        settings.get(CoordinatorKeys.BINDER),
                        settings.get(CoordinatorKeys.EVICTION),
                        atLeast(settings.get(CoordinatorKeys.JOB_LEASE_MOST)).toNanos(),
                        settings.get(CoordinatorKeys.BLOCKS_MOST),
                        settings.get(CoordinatorKeys.WATCH_LINGER).toNanos()));
    }

    /** Nothing of the kind takes no time at all. */
    private static Duration atLeast(Duration duration) {
        return duration.isZero() ? Duration.ofMillis(1) : duration;
    }
}

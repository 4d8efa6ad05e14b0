package io.tiercel.agent;

import io.tiercel.agent.curve.CurveSettings;
import io.tiercel.agent.migrate.ReadSettings;
import io.tiercel.config.ConfigException;
import io.tiercel.config.Settings;
import io.tiercel.linux.IoPriority;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * An agent's configuration.
 *
 * @param coordinator host:port; empty if there is none to talk to
 * @param retryMax longest pause between attempts
 * @param sweep time between two looks at all watched blocks
 * @param watchShare share of a core for looks without an event
 * @param curve when devices are measured
 */
public record AgentSettings(
        Optional<String> coordinator,
        MemorySettings memory,
        Duration deadline,
        Duration retryMax,
        Duration sweep,
        double watchShare,
        ReadSettings reads,
        CurveSettings curve) {

    /**
     * Reads the settings.
     *
     * @param entries the daemon's configuration; keys of others are ignored
     * @param daemonBytes most that the daemon itself locks
     */
    public static AgentSettings read(Map<String, String> entries, long daemonBytes) throws ConfigException {
        Settings settings = AgentKeys.ALL.read(entries);
        return new AgentSettings(
                settings.find(AgentKeys.COORDINATOR),
                new MemorySettings(settings.get(AgentKeys.BUDGET), daemonBytes, settings.get(AgentKeys.PRESSURE)),
                settings.get(AgentKeys.DEADLINE),
                settings.get(AgentKeys.RETRY_MAX),
                settings.get(AgentKeys.SWEEP),
                settings.get(AgentKeys.WATCH_SHARE),
                new ReadSettings(
                        IoPriority.valueOf(settings.get(AgentKeys.IO_PRIORITY).toUpperCase(Locale.ROOT)),
                        settings.get(AgentKeys.MIGRATION_DEADLINE)),
                new CurveSettings(
                        settings.get(AgentKeys.CURVE),
                        settings.get(AgentKeys.CURVE_INTERVAL),
                        settings.get(AgentKeys.CURVE_SHARE)));
    }
}

package io.tiercel.agent;

import io.tiercel.agent.curve.CurveSettings;
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
 * @param budgetBytes most that may be locked
 * @param retryMax longest pause between attempts
 * @param sweep time between two looks at all watched blocks
 * @param watchShare share of a core for looks without an event
 * @param ioPriority of reads into memory
 * @param curve when devices are measured
 */
public record AgentSettings(
        Optional<String> coordinator,
        long budgetBytes,
        Duration deadline,
        Duration retryMax,
        Duration sweep,
        double watchShare,
        IoPriority ioPriority,
        CurveSettings curve) {

    /** @param entries the daemon's configuration; keys of others are ignored */
    public static AgentSettings read(Map<String, String> entries) throws ConfigException {
        Settings settings = AgentKeys.ALL.read(entries);
        return new AgentSettings(
                settings.find(AgentKeys.COORDINATOR),
                settings.get(AgentKeys.BUDGET),
                settings.get(AgentKeys.DEADLINE),
                settings.get(AgentKeys.RETRY_MAX),
                settings.get(AgentKeys.SWEEP),
                settings.get(AgentKeys.WATCH_SHARE),
                IoPriority.valueOf(settings.get(AgentKeys.IO_PRIORITY).toUpperCase(Locale.ROOT)),
                new CurveSettings(
                        settings.get(AgentKeys.CURVE),
                        settings.get(AgentKeys.CURVE_INTERVAL),
                        settings.get(AgentKeys.CURVE_SHARE)));
    }
}

package io.tiercel.cli.doctor.check;

import io.tiercel.assign.TierScores;
import io.tiercel.cli.doctor.evidence.Evidence;
import io.tiercel.model.ByteSize;
import io.tiercel.model.Tier;
import io.tiercel.protocol.AgentState;
import io.tiercel.protocol.DeviceState;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/** Whether Spark's scores of SSD and HDD have the proportion of the devices that agents have measured. */
final class ScoresCheck implements Check {
    private static final String FROM_AGENTS = "spark.tiercel.score.from-agents";
    private static final String PREFIX = "spark.tiercel.score.";

    /** Measurements of one device differ by a quarter from day to day. */
    private static final double NOTEWORTHY = 1.5;

    @Override
    public String name() {
        return "scores";
    }

    @Override
    public void look(Evidence evidence, Report report) {
        if (evidence.aliveAgents().isEmpty() || evidence.spark().value().isEmpty()) {
            return;
        }
        OptionalDouble ssd = median(evidence.aliveAgents(), Tier.SSD);
        OptionalDouble hdd = median(evidence.aliveAgents(), Tier.HDD);
        if (ssd.isEmpty() || hdd.isEmpty()) {
            unmeasured(evidence.aliveAgents(), report);
            return;
        }
        Map<String, String> defaults = evidence.sparkDefaults();
        double ssdScore = score(defaults, Tier.SSD);
        double hddScore = score(defaults, Tier.HDD);
        double measured = ssd.getAsDouble() / hdd.getAsDouble();
        String devices = "agents measured " + perSecond(ssd) + " of an SSD and " + perSecond(hdd) + " of an HDD";
        boolean isAutomatic = Boolean.parseBoolean(defaults.getOrDefault(FROM_AGENTS, "false"))
                && !defaults.containsKey(key(Tier.SSD))
                && !defaults.containsKey(key(Tier.HDD));
        if (isAutomatic) {
            report.ok("scores follow what agents measure; " + devices);
        } else if (isClose(hddScore / ssdScore, measured)) {
            report.ok(devices + ", which fits the scores " + text(ssdScore) + " and " + text(hddScore));
        } else {
            report.warning(
                    String.format(
                            Locale.ROOT,
                            "by the scores %s and %s an HDD is %.1f times as slow as an SSD; %s, which is %.1f times",
                            text(ssdScore),
                            text(hddScore),
                            hddScore / ssdScore,
                            devices,
                            measured),
                    "set " + FROM_AGENTS + "=true and leave " + key(Tier.SSD) + " and " + key(Tier.HDD)
                            + " out, or set " + key(Tier.HDD) + "="
                            + text(Math.max(1, Math.rint(ssdScore * measured))));
        }
    }

    private static boolean isClose(double one, double other) {
        return one <= NOTEWORTHY * other && other <= NOTEWORTHY * one;
    }

    private static void unmeasured(List<AgentState> agents, Report report) {
        boolean hasBoth = hasDevices(agents, Tier.SSD) && hasDevices(agents, Tier.HDD);
        if (hasBoth) {
            report.unchecked(
                    "scores were not compared: agents have not measured an SSD and an HDD yet",
                    "wait: agents measure devices that are idle, unless tiercel.agent.curve is false");
        }
    }

    private static boolean hasDevices(List<AgentState> agents, Tier tier) {
        return agents.stream().flatMap(agent -> agent.getDevicesList().stream()).anyMatch(device -> isOf(device, tier));
    }

    private static boolean isOf(DeviceState device, Tier tier) {
        return Tier.ofStorageType(device.getStorageType()).filter(tier::equals).isPresent();
    }

    /** The median of the measured devices of a tier, in bytes per second; empty if none was measured. */
    private static OptionalDouble median(List<AgentState> agents, Tier tier) {
        double[] speeds = agents.stream()
                .flatMap(agent -> agent.getDevicesList().stream())
                .filter(device -> isOf(device, tier))
                .mapToDouble(DeviceState::getFullBytesPerSecond)
                .filter(speed -> speed > 0 && speed < Double.POSITIVE_INFINITY)
                .sorted()
                .toArray();
        return speeds.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(speeds[(speeds.length - 1) / 2]);
    }

    private static double score(Map<String, String> defaults, Tier tier) {
        double standard = TierScores.TRIDENT.score(0, tier);
        try {
            double set = Double.parseDouble(defaults.getOrDefault(key(tier), Double.toString(standard)));
            return set > 0 ? set : standard;
        } catch (NumberFormatException e) {
            // Tiercel itself refuses it, and says so.
            return standard;
        }
    }

    private static String key(Tier tier) {
        return PREFIX + tier.name().toLowerCase(Locale.ROOT);
    }

    private static String text(double score) {
        return score == Math.rint(score) ? Long.toString((long) score) : Double.toString(score);
    }

    private static String perSecond(OptionalDouble speed) {
        return ByteSize.text(Math.round(speed.getAsDouble())) + "/s";
    }
}

package io.tiercel.cli.sim;

import io.tiercel.cli.CommandFailure;
import io.tiercel.model.Tier;
import io.tiercel.sim.scenario.QuantityParser;
import io.tiercel.sim.whatif.Assumptions;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** Options that say what an event log does not tell. */
public final class AssumptionOptions {
    @Option(
            names = "--bandwidth",
            paramLabel = "TIER=RATE",
            split = ",",
            defaultValue = "memory=3.2GB/s,ssd=400MB/s,hdd=160MB/s",
            description = "Assumed: what a node reads from each tier, shared by the stage's tasks there (default:"
                    + " ${DEFAULT-VALUE}).")
    private Map<String, String> bandwidth = Map.of();

    @Option(
            names = "--network",
            paramLabel = "RATE",
            defaultValue = "1 Gbit/s",
            description = "Assumed: a node's link (default: ${DEFAULT-VALUE}).")
    private String network = "";

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            defaultValue = "4 GiB",
            description = "Memory of each node that would be there for input (default: ${DEFAULT-VALUE}).")
    private String memory = "";

    /** As given: rates by tier. */
    Map<String, String> bandwidth() {
        return bandwidth;
    }

    /** As given. */
    String network() {
        return network;
    }

    /** As given. */
    String memory() {
        return memory;
    }

    /**
     * The assumptions.
     *
     * @param tiers percent of the input by tier, as given by {@code --tiers}
     * @throws CommandFailure with one line if an option cannot be used
     */
    public Assumptions with(Map<String, Double> tiers, int replicas) {
        Map<Tier, Double> shares = new EnumMap<>(Tier.class);
        tiers.forEach((name, percent) -> {
            if (!(percent >= 0 && percent <= 100)) {
                throw new CommandFailure("--tiers: expected 0 to 100%, got " + percent);
            }
            shares.put(tier("--tiers", name), percent / 100);
        });
        try {
            return new Assumptions(shares, rates(), networkRate(), replicas, memoryBytes());
        } catch (IllegalArgumentException e) {
            throw new CommandFailure("--" + e.getMessage());
        }
    }

    /** @throws CommandFailure with one line if a value cannot be read, whether it is used or not */
    public void check() {
        rates();
        networkRate();
        memoryBytes();
    }

    private Map<Tier, Double> rates() {
        Map<Tier, Double> rates = new EnumMap<>(Tier.class);
        bandwidth.forEach((name, rate) -> rates.put(
                tier("--bandwidth", name), above0("--bandwidth", "a rate, as '160 MB/s'", rate, QuantityParser::rate)));
        return rates;
    }

    private double networkRate() {
        return above0("--network", "a rate, as '1 Gbit/s'", network, QuantityParser::rate);
    }

    private long memoryBytes() {
        return (long) above0("--memory", "a size, as '4 GiB'", memory, QuantityParser::size);
    }

    private static Tier tier(String option, String name) {
        return switch (name) {
            case "memory" -> Tier.MEMORY;
            case "ssd" -> Tier.SSD;
            case "hdd" -> Tier.HDD;
            default -> throw new CommandFailure(option + ": expected one of memory, ssd, hdd, got '" + name + "'");
        };
    }

    private static double above0(String option, String expected, String text, Function<String, Optional<Double>> unit) {
        return unit.apply(text)
                .filter(value -> value > 0)
                .orElseThrow(() -> new CommandFailure(option + ": expected " + expected + ", got '" + text + "'"));
    }
}

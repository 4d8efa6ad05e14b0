package io.tiercel.hdfs.memory;

import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.model.ByteSize;
import io.tiercel.model.ReadCurve;
import io.tiercel.model.Tier;
import io.tiercel.protocol.AgentState;
import io.tiercel.protocol.DeviceState;
import io.tiercel.protocol.StatusReply;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The curves of devices that agents have measured.
 *
 * @param byVolume by the number that the host registry gives a volume
 * @param refused a curve that no device can have, for the log; empty if all are plausible
 */
public record DeviceCurves(Map<Integer, DeviceCurve> byVolume, Optional<String> refused) {
    /** A measured device. */
    public record DeviceCurve(Tier tier, ReadCurve curve) {}

    public DeviceCurves {
        byVolume = Map.copyOf(byVolume);
    }

    /** The curves that the coordinator tells; volumes get their numbers from the registry. */
    public static DeviceCurves of(StatusReply status, HostRegistry hosts) {
        Map<Integer, DeviceCurve> curves = new HashMap<>();
        Optional<String> refused = Optional.empty();
        for (AgentState agent : status.getAgentsList()) {
            for (DeviceState device : agent.getDevicesList()) {
                if (!device.hasCurve() || device.getStorage().isEmpty()) {
                    continue;
                }
                io.tiercel.protocol.ReadCurve told = device.getCurve();
                Optional<ReadCurve> curve = ReadCurve.ifPlausible(told.getOne(), told.getMost(), told.getLoss());
                if (curve.isPresent()) {
                    Tier tier = Tier.ofStorageType(device.getStorageType()).orElse(Tier.HDD);
                    curves.put(hosts.volume(device.getStorage()), new DeviceCurve(tier, curve.get()));
                } else {
                    refused = Optional.of(text(agent, device));
                }
            }
        }
        return new DeviceCurves(curves, refused);
    }

    private static String text(AgentState agent, DeviceState device) {
        return String.format(
                Locale.ROOT,
                "%s on %s: %g bytes/s for one reader, %g for many, loss %g",
                device.getStorage(),
                agent.getHost(),
                device.getCurve().getOne(),
                device.getCurve().getMost(),
                device.getCurve().getLoss());
    }

    /** The curves alone, by volume. */
    Map<Integer, ReadCurve> curves() {
        return byVolume.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, device -> device.getValue()
                .curve()));
    }

    /** The curves by tier, for people. */
    public String text() {
        Map<Tier, List<ReadCurve>> byTier = new EnumMap<>(Tier.class);
        byVolume.values().forEach(device -> byTier.computeIfAbsent(device.tier(), none -> new ArrayList<>())
                .add(device.curve()));
        return byTier.entrySet().stream()
                .map(tier -> tier.getValue().size() + " " + tier.getKey() + " with "
                        + range(tier.getValue(), ReadCurve::one) + "/s for one reader and "
                        + range(tier.getValue(), ReadCurve::most) + "/s for many")
                .collect(Collectors.joining(", "));
    }

    private static String range(List<ReadCurve> curves, ToDoubleFunction<ReadCurve> bytesPerSecond) {
        DoubleSummaryStatistics all =
                curves.stream().mapToDouble(bytesPerSecond).summaryStatistics();
        String least = ByteSize.text(Math.round(all.getMin()));
        String most = ByteSize.text(Math.round(all.getMax()));
        return least.equals(most) ? least : least + " to " + most;
    }
}

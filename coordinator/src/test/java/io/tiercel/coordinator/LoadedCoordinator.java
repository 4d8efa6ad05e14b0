package io.tiercel.coordinator;

import io.tiercel.config.ConfigException;
import io.tiercel.coordinator.state.Clock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * A coordinator whose files are made up, in a process of its own: what it costs is then what its process costs. Prints its port;
 * to each line that it reads it answers with the bytes of its heap in use after a collection. Ends with its input.
 */
public final class LoadedCoordinator {
    private LoadedCoordinator() {}

    /** On a free port of this machine, serving {@link MadeUpFiles} on so many nodes. */
    public static Coordinator start(int nodes) throws IOException, ConfigException {
        CoordinatorSettings settings = CoordinatorSettings.read(Map.of(
                "tiercel.coordinator.address", "127.0.0.1:0",
                "tiercel.coordinator.http-address", "127.0.0.1:0",
                "tiercel.coordinator.heap.share", "0.9"));
        return Coordinator.start(settings, Clock.system(), lookups -> new MadeUpFiles(nodes));
    }

    /** Argument: nodes. */
    public static void main(String[] arguments) throws IOException, ConfigException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Coordinator coordinator = start(Integer.parseInt(arguments[0]))) {
            System.out.println(coordinator.address().getPort());
            while (in.readLine() != null) {
                System.gc();
                System.out.println(
                        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
            }
        }
    }
}

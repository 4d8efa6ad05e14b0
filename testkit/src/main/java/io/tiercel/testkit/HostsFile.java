package io.tiercel.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The only source of names for Hadoop's daemons: no question about a node's address ever leaves the machine. */
final class HostsFile {
    private HostsFile() {}

    /** An option by which a JVM reads that file and asks nobody else. */
    static String option(Path file) {
        return "-Djdk.net.hosts.file=" + file;
    }

    static void write(Path file, List<String> hosts) {
        Map<String, String> names = new LinkedHashMap<>();
        hosts.forEach(host -> names.put(host, host));
        names.put("localhost", ClusterBuilder.GATEWAY);
        ownName().ifPresent(name -> names.put(name, ClusterBuilder.GATEWAY));
        StringBuilder lines = new StringBuilder();
        names.forEach((name, address) ->
                lines.append(address).append(' ').append(name).append('\n'));
        ClusterLayout.write(file, lines.toString());
    }

    private static Optional<String> ownName() {
        try {
            String name = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
            return name.isEmpty() ? Optional.empty() : Optional.of(name);
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}

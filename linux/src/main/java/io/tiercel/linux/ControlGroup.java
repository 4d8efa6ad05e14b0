package io.tiercel.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The control group, version 2, of this process. */
final class ControlGroup {
    private ControlGroup() {}

    /** Its directory; empty in version 1. */
    static Optional<Path> own() {
        return own(Path.of("/proc"), Path.of("/sys/fs/cgroup"));
    }

    static Optional<Path> own(Path proc, Path groups) {
        try {
            // Version 2 only: "0::/system.slice/…". In version 1 the groups' counters have no such entry.
            return Files.readAllLines(proc.resolve("self/cgroup")).stream()
                    .filter(line -> line.startsWith("0::/"))
                    .map(line -> Path.of(groups + line.substring("0::".length())))
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}

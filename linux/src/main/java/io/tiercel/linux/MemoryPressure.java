package io.tiercel.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** How much tasks wait for memory, as the kernel's pressure stall information (PSI) says. */
public final class MemoryPressure {
    private final List<Path> files;

    MemoryPressure(List<Path> files) {
        this.files = files;
    }

    /** The machine, and this process' control group if that is one of version 2. */
    public static MemoryPressure ofThisProcess() {
        return of(Path.of("/proc"), Path.of("/sys/fs/cgroup"));
    }

    static MemoryPressure of(Path proc, Path groups) {
        List<Path> files = new ArrayList<>(List.of(proc.resolve("pressure/memory")));
        ControlGroup.own(proc, groups)
                .map(group -> group.resolve("memory.pressure"))
                .ifPresent(files::add);
        return new MemoryPressure(files);
    }

    /**
     * Percent of the last 10 s in which at least one task waited for memory, 0 to 100: the most of the machine and the group. Empty if
     * the kernel does not tell.
     */
    public OptionalDouble percent() {
        return files.stream()
                .map(MemoryPressure::percent)
                .flatMapToDouble(OptionalDouble::stream)
                .max();
    }

    private static OptionalDouble percent(Path file) {
        try {
            return ProcLines.after(Files.readAllLines(file), "some avg10=")
                    .map(text -> text.split(" ")[0])
                    .filter(text -> text.matches("\\d{1,3}(\\.\\d+)?"))
                    .map(Double::parseDouble)
                    .map(OptionalDouble::of)
                    .orElse(OptionalDouble.empty());
        } catch (IOException e) {
            return OptionalDouble.empty(); // No such kernel or group, or switched off: then reading fails.
        }
    }
}

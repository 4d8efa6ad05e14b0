package io.tiercel.linux;

import java.util.List;
import java.util.Optional;

/** Lines of the kernel's files below {@code /proc} and {@code /sys}. */
final class ProcLines {
    private ProcLines() {}

    /** What stands behind {@code start} in the first line that begins with it. */
    static Optional<String> after(List<String> lines, String start) {
        return lines.stream()
                .filter(line -> line.startsWith(start))
                .map(line -> line.substring(start.length()).strip())
                .findFirst();
    }
}

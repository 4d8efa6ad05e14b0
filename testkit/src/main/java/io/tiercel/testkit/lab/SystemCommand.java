package io.tiercel.testkit.lab;

import io.tiercel.testkit.process.ClusterException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A program of the system, which ends by itself. */
final class SystemCommand {
    /** Where programs for root are; a user's path may not have it. */
    private static final List<String> ROOTS_OWN = List.of("/usr/sbin", "/sbin");

    private SystemCommand() {}

    static void require(String program) {
        find(program);
    }

    static boolean isThere(String program) {
        return paths(program).findFirst().isPresent();
    }

    /** @throws ClusterException with its own words if it fails */
    static void run(String program, String... arguments) {
        List<String> line =
                Stream.concat(Stream.of(find(program)), Stream.of(arguments)).toList();
        try {
            Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            int code = await(process);
            if (code != 0) {
                throw new ClusterException(String.join(" ", line) + " failed with " + code + ": " + said);
            }
        } catch (IOException e) {
            throw new ClusterException("cannot run " + program + ": " + e.getMessage(), e);
        }
    }

    /** Nothing interrupts it: nobody would know what a command that goes on has mounted. */
    private static int await(Process process) {
        boolean isInterrupted = false;
        try {
            while (true) {
                try {
                    return process.waitFor();
                } catch (InterruptedException e) {
                    isInterrupted = true;
                }
            }
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static String find(String program) {
        return paths(program)
                .findFirst()
                .map(Path::toString)
                .orElseThrow(() -> new ClusterException("expected the program " + program + " on the path"));
    }

    private static Stream<Path> paths(String program) {
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.concat(
                        Stream.of(path.split(File.pathSeparator)).filter(entry -> !entry.isBlank()), ROOTS_OWN.stream())
                .map(directory -> Path.of(directory, program))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file));
    }
}

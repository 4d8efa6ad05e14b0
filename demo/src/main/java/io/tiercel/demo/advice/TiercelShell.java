package io.tiercel.demo.advice;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.cli.Main;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A shell that knows the command {@code tiercel}, made of this process' own classes. */
final class TiercelShell {
    private final Path commands;
    private final Path errors;

    private TiercelShell(Path commands, Path errors) {
        this.commands = commands;
        this.errors = errors;
    }

    /** Writes the command into a directory. */
    static TiercelShell in(Path directory) throws IOException {
        Path commands = Files.createDirectories(directory.resolve("bin"));
        Path command = Files.writeString(
                commands.resolve("tiercel"),
                """
                #!/usr/bin/env bash
                exec '%s' -XX:+UseSerialGC -cp '%s' %s "$@"
                """
                        .formatted(
                                Path.of(System.getProperty("java.home"), "bin", "java"),
                                System.getProperty("java.class.path"),
                                Main.class.getName()));
        Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwx------"));
        return new TiercelShell(commands, directory.resolve("shell-errors"));
    }

    /**
     * Executes a line, and returns what it prints.
     *
     * @throws CommandFailure if it fails
     */
    String run(String line) throws IOException, InterruptedException {
        ProcessBuilder shell = new ProcessBuilder("bash", "-c", line).redirectError(errors.toFile());
        shell.environment().merge("PATH", commands.toString(), (path, ours) -> ours + ":" + path);
        Process process = shell.start();
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int exitCode = process.waitFor();
        if (exitCode != ExitCodes.OK) {
            throw new CommandFailure(
                    ExitCodes.NEGATIVE,
                    line + ": ended with exit code " + exitCode + ": "
                            + Files.readString(errors).strip());
        }
        return printed;
    }
}

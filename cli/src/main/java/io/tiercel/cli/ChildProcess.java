package io.tiercel.cli;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** A command of the user's, with our streams. It ends when we are told to end. */
public final class ChildProcess {
    private ChildProcess() {}

    /**
     * Runs a command to its end.
     *
     * @param environment added to our own
     * @return its exit code
     * @throws CommandFailure if it cannot be started
     */
    public static int run(List<String> command, Map<String, String> environment) throws InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        builder.environment().putAll(environment);
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new CommandFailure(ExitCodes.USAGE, command.get(0) + ": cannot be run: " + e.getMessage());
        }
        Thread stop = new Thread(process::destroy);
        Runtime.getRuntime().addShutdownHook(stop);
        int exitCode = process.waitFor();
        Runtime.getRuntime().removeShutdownHook(stop);
        return exitCode;
    }
}

package io.tiercel.cli.sim;

import io.tiercel.cli.CommandFailure;
import picocli.CommandLine.Command;

/** The commands of the simulator. */
@Command(
        name = "sim",
        description = "Simulates a cluster with tiered storage under Tiercel's own policies.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            CachesCommand.class,
            PaperCommand.class,
            RunCommand.class,
            WhatIfCommand.class,
            ValidateCommand.class,
            WorldsCommand.class
        })
public final class SimCommand implements Runnable {
    @Override
    public void run() {
        throw new CommandFailure("expected a command; 'tiercel sim --help' lists them");
    }
}

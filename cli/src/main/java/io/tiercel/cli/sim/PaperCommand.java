package io.tiercel.cli.sim;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.sim.paper.TridentFigure9;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs an experiment of a paper and prints its numbers beside those of the paper. */
@Command(
        name = "paper",
        description =
                "Runs an experiment of a paper on a simulated cluster, and prints the paper's numbers beside those"
                        + " that come out.",
        mixinStandardHelpOptions = true,
        footer = {"", "What there is: trident, figure 9 (where tasks read, by class of jobs, under each scheduler)."})
public final class PaperCommand implements Callable<Integer> {
    private static final int MOST_REPETITIONS = 1_000;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(index = "0", paramLabel = "PAPER", description = "The paper: trident.")
    private String paper = "";

    @Option(names = "--figure", paramLabel = "N", required = true, description = "The figure's number in the paper: 9.")
    private int figure;

    @Option(
            names = "--repetitions",
            paramLabel = "N",
            defaultValue = "3",
            description = "Runs of each set-up, with seeds 1 to N (default: ${DEFAULT-VALUE}, as in the paper).")
    private int repetitions;

    @Override
    public Integer call() {
        if (spec == null) {
            throw new IllegalStateException("not called by picocli");
        }
        if (!paper.equals("trident")) {
            throw new CommandFailure("PAPER: expected trident, got '" + paper + "'");
        }
        if (figure != 9) {
            throw new CommandFailure("--figure: expected 9, got " + figure);
        }
        if (repetitions < 1 || repetitions > MOST_REPETITIONS) {
            throw new CommandFailure("--repetitions: expected 1 to " + MOST_REPETITIONS + ", got " + repetitions);
        }
        spec.commandLine().getOut().print(new TridentFigure9(repetitions).table());
        spec.commandLine().getOut().flush();
        return ExitCodes.OK;
    }
}

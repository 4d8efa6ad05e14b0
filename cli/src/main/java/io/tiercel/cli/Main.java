package io.tiercel.cli;

import io.tiercel.cli.advise.AdviseCommand;
import io.tiercel.cli.cache.AgentCommand;
import io.tiercel.cli.cache.UncacheCommand;
import io.tiercel.cli.doctor.DoctorCommand;
import io.tiercel.cli.mapreduce.MapReduceCommand;
import io.tiercel.cli.memory.CoordinatorCommand;
import io.tiercel.cli.memory.HintCommand;
import io.tiercel.cli.memory.LsCommand;
import io.tiercel.cli.memory.PlanCommand;
import io.tiercel.cli.memory.PrefetchCommand;
import io.tiercel.cli.memory.ReleaseCommand;
import io.tiercel.cli.memory.StatusCommand;
import io.tiercel.cli.replay.ReplayCommand;
import io.tiercel.cli.sim.SimCommand;
import io.tiercel.cli.spark.SubmitCommand;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Entry point of {@code bin/tiercel}. */
@Command(
        name = "tiercel",
        description = "Runs each task of stock Apache Spark and Hadoop where its data is fastest.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.VersionProvider.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            ReplayCommand.class,
            SubmitCommand.class,
            MapReduceCommand.class,
            DoctorCommand.class,
            AdviseCommand.class,
            CoordinatorCommand.class,
            PrefetchCommand.class,
            HintCommand.class,
            PlanCommand.class,
            ReleaseCommand.class,
            StatusCommand.class,
            LsCommand.class,
            AgentCommand.class,
            UncacheCommand.class,
            SimCommand.class,
            GenerateCompletion.class
        })
public final class Main implements Runnable {
    /** Set to anything, this shows the stack trace of an error that we did not foresee. */
    private static final String DEBUG = "TIERCEL_DEBUG";

    /** No process is ever given an argument with a NUL in it. */
    private static final String NO_ARGUMENT = "\0";

    /**
     * gRPC logs its own start, and errors that the answer tells too, with a stack trace. In a field, since a logger that nobody refers to
     * loses its level.
     */
    private static final Logger GRPC = Logger.getLogger("io.grpc");

    final Map<String, String> environment;

    private Main(Map<String, String> environment) {
        this.environment = environment;
    }

    public static void main(String[] args) {
        System.exit(commandLine(System.getenv()).execute(args));
    }

    /** The whole command; {@code environment} stands for the process' own. */
    public static CommandLine commandLine(Map<String, String> environment) {
        GRPC.setLevel(Level.SEVERE);
        CommandLine line = new CommandLine(new Main(environment));
        List<CommandLine> own = List.copyOf(line.getSubcommands().values());
        own.forEach(each -> line.getCommandSpec().removeSubcommand(each.getCommandName()));
        for (CommandProvider provider : ServiceLoader.load(CommandProvider.class)) {
            line.addSubcommand(provider.command());
        }
        // After those provided: what a newcomer tries first stands first.
        own.forEach(line::addSubcommand);
        line.getSubcommands().values().forEach(Main::addVersion);
        passOn(line.getSubcommands().get(SubmitCommand.NAME));
        // Options behind the command are the command's, also without "--" in front of it.
        Stream.of(HintCommand.NAME, MapReduceCommand.NAME)
                .forEach(name -> line.getSubcommands().get(name).setStopAtPositional(true));
        return line.setExpandAtFiles(false)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((e, args) -> misused(e))
                .setExecutionExceptionHandler((e, command, result) -> failed(e, command, environment));
    }

    /** Subcommands inherit {@code --version}, but not what it prints. */
    private static void addVersion(CommandLine command) {
        command.getCommandSpec().versionProvider(new VersionProvider());
        command.getSubcommands().values().forEach(Main::addVersion);
    }

    /** Lets picocli take no argument of {@code command} for its own, save for an option at the front. */
    private static void passOn(CommandLine command) {
        command.setUnmatchedOptionsArePositionalParams(true)
                .setStopAtPositional(true)
                .setEndOfOptionsDelimiter(NO_ARGUMENT);
    }

    @Override
    public void run() {
        throw new CommandFailure("expected a command; 'tiercel --help' lists them");
    }

    private static int misused(ParameterException e) {
        CommandLine command = e.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        command.getErr().println(name + ": " + firstLine(e) + suggestion(e) + "; see '" + name + " --help'");
        return ExitCodes.USAGE;
    }

    private static String suggestion(ParameterException e) {
        return e instanceof UnmatchedArgumentException unmatched
                ? unmatched.getSuggestions().stream()
                        .findFirst()
                        .map(near -> "; did you mean " + near + "?")
                        .orElse("")
                : "";
    }

    private static int failed(Exception e, CommandLine command, Map<String, String> environment) {
        PrintWriter err = command.getErr();
        String name = command.getCommandSpec().qualifiedName();
        if (e instanceof CommandFailure failure) {
            err.println(name + ": " + failure.getMessage());
            return failure.exitCode();
        }
        err.println(name + ": " + e.getClass().getSimpleName() + ": " + firstLine(e) + "; set " + DEBUG
                + "=1 for the stack trace");
        if (environment.containsKey(DEBUG)) {
            e.printStackTrace(err);
        }
        return ExitCodes.NEGATIVE;
    }

    private static String firstLine(Exception e) {
        String line = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        // Of picocli.
        return line.replace("option option", "option").replace("is not an int", "is not a whole number");
    }

    /** The version in the manifest of the jar; a class path without jars has none. */
    static final class VersionProvider implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = VersionProvider.class.getPackage().getImplementationVersion();
            return new String[] {"tiercel " + (version == null ? "(not packaged)" : version)};
        }
    }
}

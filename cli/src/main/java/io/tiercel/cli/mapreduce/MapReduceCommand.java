package io.tiercel.cli.mapreduce;

import io.tiercel.cachefs.CacheKeys;
import io.tiercel.cli.ChildProcess;
import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.PluginJars;
import io.tiercel.cli.PrintingCommand;
import io.tiercel.config.ConfigException;
import io.tiercel.config.KeySet;
import io.tiercel.containers.ContainerKeys;
import io.tiercel.hdfs.HadoopKeys;
import io.tiercel.mapreduce.MapReduceKeys;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a command of Hadoop with Tiercel's master in its MapReduce jobs, where it can be sure that the jar will be there. */
@Command(
        name = MapReduceCommand.NAME,
        description = {
            "Runs a command, such as 'hadoop jar', whose MapReduce jobs then have Tiercel's master.",
            "The jar goes along with each job. If something is in the way, the command runs as it is; the reason is one line."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Exit code: that of the command; 2 for bad input.",
            "",
            "Example: tiercel mapreduce -D tiercel.coordinator=namenode:7411 -- hadoop jar job.jar Main /in /out"
        })
public final class MapReduceCommand extends PrintingCommand {
    public static final String NAME = "mapreduce";

    /** All of our keys that a job may have: those of its master, and those of a cache that its tasks read through. */
    private static final KeySet KNOWN = new KeySet(
            "tiercel.",
            Stream.of(ContainerKeys.SHARED, MapReduceKeys.ALL, CacheKeys.ALL)
                    .flatMap(set -> set.keys().stream())
                    .toList());

    /** Keys of other engines that a command may run. */
    private static final List<String> OTHERS = List.of("tiercel.hive.", "tiercel.tez.");

    @Option(
            names = "-D",
            paramLabel = "KEY=VALUE",
            description = "A key for the jobs. May be given several times. Default of tiercel.coordinator: "
                    + COORDINATOR + ", then your configuration.")
    private Map<String, String> keys = new LinkedHashMap<>();

    @Parameters(arity = "1..*", paramLabel = "COMMAND", description = "The command and its arguments, after --.")
    private List<String> command = List.of();

    @Override
    public Integer call() throws InterruptedException {
        checkKeys();
        String coordinator = HadoopKeys.COORDINATOR.name();
        if (!keys.containsKey(coordinator)) {
            coordinatorOfEnvironment().ifPresent(named -> {
                checkVariable(named);
                keys.put(coordinator, named);
            });
        }
        Path jar;
        try {
            jar = PluginJars.ofMapReduce();
        } catch (CommandFailure e) {
            return asStock(e.getMessage());
        }
        try (JobClient client = new JobClient(environment(), jar, keys, command)) {
            client.warnings().forEach(this::say);
            return ChildProcess.run(client.command(), client.environment());
        } catch (JobClient.NotPossible e) {
            return asStock(e.getMessage());
        }
    }

    /**
     * Refuses our keys that a job does not have. With one of a wrong value its master would run as stock. The command may be Hive, which
     * checks its own keys.
     */
    private void checkKeys() {
        Map<String, String> ours = new LinkedHashMap<>(keys);
        ours.keySet().removeIf(key -> OTHERS.stream().anyMatch(key::startsWith));
        try {
            KNOWN.read(ours);
        } catch (ConfigException e) {
            throw new CommandFailure("-D " + e.getMessage());
        }
    }

    private static void checkVariable(String coordinator) {
        try {
            HadoopKeys.COORDINATOR.parse(COORDINATOR, coordinator);
        } catch (ConfigException e) {
            throw new CommandFailure(e.getMessage());
        }
    }

    private int asStock(String reason) throws InterruptedException {
        say(reason + "; the command runs as it is");
        return ChildProcess.run(command, Map.of());
    }

    /** On standard error: standard output is the command's. */
    private void say(String line) {
        err().println("tiercel mapreduce: " + line);
        err().flush();
    }
}

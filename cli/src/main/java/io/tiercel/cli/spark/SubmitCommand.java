package io.tiercel.cli.spark;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.PrintingCommand;
import io.tiercel.cli.SparkJar;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The user's own {@code spark-submit}, with Tiercel switched on. */
@Command(
        name = SubmitCommand.NAME,
        description = "Runs spark-submit of your SPARK_HOME with Tiercel's jar and spark.plugins added.",
        footer = {
            "",
            "Your own --jars and spark.plugins stay, wherever you set them. Arguments after the application's file are"
                    + " passed on unchanged. Exit code: spark-submit's; 2 if there is none to run.",
            "Example: tiercel submit --master yarn --conf spark.tiercel.policy=trident my-job.jar input/"
        })
public final class SubmitCommand extends PrintingCommand {
    public static final String NAME = "submit";

    @Parameters(paramLabel = "ARGUMENT", description = "Arguments of spark-submit.")
    private List<String> arguments = new ArrayList<>();

    @Option(
            names = "--help",
            usageHelp = true,
            description = "Show this help message if it is the only argument; else spark-submit gets it.")
    private boolean help;

    @Override
    public Integer call() throws InterruptedException {
        SparkHome spark = SparkHome.of(environment());
        Path sparkSubmit = spark.sparkSubmit()
                .orElseThrow(() -> new CommandFailure(
                        "SPARK_HOME: expected an executable bin/spark-submit in " + spark.path() + ", there is none"));
        List<String> command = new ArrayList<>(List.of(sparkSubmit.toString()));
        Path plugin = spark.core()
                .map(core -> SparkJar.of(core.scala()))
                .orElse(SparkJar.SCALA_2_13)
                .file();
        command.addAll(new SparkSubmitLine(arguments, spark.defaults()).withPlugin(plugin));
        try {
            return new ProcessBuilder(command).inheritIO().start().waitFor();
        } catch (IOException e) {
            throw new CommandFailure(sparkSubmit + ": cannot be run: " + e.getMessage());
        }
    }
}

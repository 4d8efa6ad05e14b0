package io.tiercel.cli.spark;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.cli.PluginJars;
import io.tiercel.cli.PrintingCommand;
import io.tiercel.cli.spark.DoctorFinding.Level;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Says whether a Spark and an HDFS can be served, and what is missing. */
@Command(
        name = "doctor",
        description =
                "Checks whether Tiercel can serve your Spark (SPARK_HOME) and your HDFS; names what is missing, and"
                        + " the fix.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "The Hadoop client of your Spark asks HDFS, with the configuration in HADOOP_CONF_DIR. Nothing is changed.",
            "Exit code: 0 if both can be served, 1 if something is missing."
        })
public final class DoctorCommand extends PrintingCommand {
    @Option(
            names = "--master",
            paramLabel = "URL",
            description = "The master you will use (default: the one in spark-defaults.conf).")
    private @Nullable String master;

    @Option(
            names = "--hdfs",
            paramLabel = "URI",
            description = "The HDFS, best with a directory of your data: hdfs://HOST:PORT/DIR (default: fs.defaultFS).")
    private @Nullable String hdfs;

    @Override
    public Integer call() throws InterruptedException {
        List<DoctorFinding> findings = examine();
        PrintWriter out = out();
        findings.forEach(finding -> out.println(finding.lines()));
        long missing = findings.stream()
                .filter(finding -> finding.level() == Level.MISSING)
                .count();
        out.println(missing == 0 ? "This can be served." : "This cannot be served yet: " + missing + " missing.");
        return missing == 0 ? ExitCodes.OK : ExitCodes.NEGATIVE;
    }

    private List<DoctorFinding> examine() throws InterruptedException {
        SparkHome spark;
        try {
            spark = SparkHome.of(environment());
        } catch (CommandFailure e) {
            return List.of(DoctorFinding.missing(
                    String.valueOf(e.getMessage()), "set SPARK_HOME; HDFS is asked with its Hadoop client"));
        }
        List<DoctorFinding> findings =
                new ArrayList<>(SparkCheck.of(spark, Optional.ofNullable(master), environment()));
        try {
            findings.addAll(HdfsCheck.of(spark, PluginJars.find(), Optional.ofNullable(hdfs), environment()));
        } catch (CommandFailure e) {
            findings.add(DoctorFinding.missing(String.valueOf(e.getMessage()), "then HDFS can be asked"));
        }
        return findings;
    }
}

package io.tiercel.cli.doctor;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.cli.Main;
import io.tiercel.cli.PrintingCommand;
import io.tiercel.cli.doctor.check.Checks;
import io.tiercel.cli.doctor.check.Finding;
import io.tiercel.cli.doctor.check.Finding.Level;
import io.tiercel.cli.doctor.evidence.CoordinatorSurvey;
import io.tiercel.cli.doctor.evidence.Coordinators;
import io.tiercel.cli.doctor.evidence.Evidence;
import io.tiercel.cli.doctor.evidence.HdfsProbe;
import io.tiercel.cli.doctor.evidence.Seen;
import io.tiercel.cli.doctor.evidence.SparkInstallation;
import io.tiercel.cli.memory.HadoopConfiguration;
import io.tiercel.hdfs.probe.ClusterFacts;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Says whether a cluster can be served, what is wrong, and how to mend it. */
@Command(
        name = "doctor",
        description =
                "Checks your cluster: Spark (SPARK_HOME), HDFS, the coordinator, agents, memory and security. Names what is"
                        + " wrong, and the fix.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "The Hadoop client of your Spark asks HDFS, with the configuration in HADOOP_CONF_DIR; without a Spark, the"
                    + " client of this command. Nothing is changed. What cannot be checked is marked, and the rest is checked.",
            "Levels: ERROR: it cannot be served as it is. warning: it works, but a part of it does not, or not as well as it"
                    + " should. hint: it could be better, or was not tried.",
            "Exit code: 0; 1 if there is an error."
        })
public final class DoctorCommand extends PrintingCommand {
    private static final String COORDINATOR_OPTION = "--coordinator";

    @Option(
            names = COORDINATOR_OPTION,
            paramLabel = "ADDRESS",
            description =
                    "The coordinator: HOST:PORT, several of them separated by commas, or hdfs://NAMESERVICE (default: "
                            + COORDINATOR
                            + ", then the keys that name one in HADOOP_CONF_DIR and spark-defaults.conf).")
    private @Nullable String coordinator;

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

    @Option(names = "--json", description = "Prints the findings as JSON.")
    private boolean json;

    /** A file system, or a path of the default one. */
    private static final Pattern URI = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:/.*|/.*");

    @Override
    public Integer call() throws InterruptedException {
        checkUri();
        List<Finding> findings = Checks.findings(gather());
        if (json) {
            out().println(json(findings));
        } else {
            print(findings, out());
        }
        return count(findings, Level.ERROR) == 0 ? ExitCodes.OK : ExitCodes.NEGATIVE;
    }

    private static long count(List<Finding> findings, Level level) {
        return findings.stream().filter(finding -> finding.level() == level).count();
    }

    private static void print(List<Finding> findings, PrintWriter out) {
        findings.forEach(finding -> out.println(finding.lines()));
        List<String> counts = new ArrayList<>();
        for (Level level : List.of(Level.ERROR, Level.WARNING, Level.HINT)) {
            long count = count(findings, level);
            if (count > 0) {
                counts.add(count + " " + level.name().toLowerCase(Locale.ROOT) + (count == 1 ? "" : "s"));
            }
        }
        long unchecked = count(findings, Level.UNCHECKED);
        if (unchecked > 0) {
            counts.add(unchecked + " not checked");
        }
        out.println((count(findings, Level.ERROR) == 0 ? "This can be served" : "This cannot be served yet")
                + (counts.isEmpty() ? "." : ": " + String.join(", ", counts) + "."));
    }

    private static String json(List<Finding> findings) {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("servable", count(findings, Level.ERROR) == 0);
        report.put(
                "findings",
                findings.stream()
                        .map(finding -> {
                            Map<String, String> entry = new LinkedHashMap<>();
                            entry.put("level", finding.levelName());
                            entry.put("check", finding.check());
                            entry.put("text", finding.text());
                            entry.put("fix", finding.fix());
                            return entry;
                        })
                        .toList());
        try {
            return new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(report);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private void checkUri() {
        if (hdfs != null && !URI.matcher(hdfs).matches()) {
            throw new CommandFailure("--hdfs: expected hdfs://HOST:PORT or hdfs://HOST:PORT/DIR, got '" + hdfs + "'");
        }
    }

    private Evidence gather() throws InterruptedException {
        Seen<SparkInstallation> spark = SparkInstallation.in(environment());
        Seen<Configuration> hadoop = hadoop();
        Seen<ClusterFacts> facts;
        Seen<Coordinators> coordinators;
        try (HdfsProbe probe = HdfsProbe.start(spark.value(), Optional.ofNullable(hdfs), environment())) {
            // HDFS is asked meanwhile.
            coordinators = coordinators(spark, hadoop);
            facts = probe.await();
        } catch (IOException e) {
            coordinators = coordinators(spark, hadoop);
            facts = Seen.broken(
                    "HDFS was not asked: " + e.getMessage(), "see that a process of Java can be started here");
        }
        return new Evidence(
                Optional.ofNullable(Main.class.getPackage().getImplementationVersion()),
                environment(),
                Optional.ofNullable(master),
                spark,
                hadoop,
                facts,
                coordinators);
    }

    private Seen<Configuration> hadoop() {
        Optional<Path> directory = HadoopConfiguration.directory(environment());
        if (directory.isEmpty()) {
            return Seen.unnamed(
                    "security was not checked: HADOOP_CONF_DIR is not set",
                    "set HADOOP_CONF_DIR to the directory of your cluster's client configuration");
        }
        try {
            return Seen.of(HadoopConfiguration.of(directory));
        } catch (CommandFailure e) {
            return Seen.broken(String.valueOf(e.getMessage()), "correct HADOOP_CONF_DIR, or that file");
        }
    }

    private Seen<Coordinators> coordinators(Seen<SparkInstallation> spark, Seen<Configuration> hadoop) {
        Map<String, String> named = new LinkedHashMap<>();
        if (coordinator != null) {
            named.put(COORDINATOR_OPTION, coordinator);
        }
        coordinatorOfEnvironment().ifPresent(address -> named.put(COORDINATOR, address));
        return CoordinatorSurvey.of(named, hadoop.value().orElseGet(Configuration::new), spark.value(), environment());
    }
}

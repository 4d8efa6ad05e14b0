package io.tiercel.cli.spark;

import io.tiercel.cli.PluginJars;
import io.tiercel.cli.spark.SparkHome.SparkProperties;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Looks at a Spark installation without starting it: version, Java, and what its configuration says. */
final class SparkCheck {
    private static final Pattern CORE_JAR = Pattern.compile("spark-core_(\\d+\\.\\d+)-(\\d+)\\.(\\d+)(\\..*)?\\.jar");
    private static final Pattern TRIED_MASTERS =
            Pattern.compile("local(\\[.*])?|local-cluster\\[.*]|spark://.*|yarn", Pattern.CASE_INSENSITIVE);
    private static final String GET_SPARK = "point SPARK_HOME at a Spark 4.1 or 4.2 (all of them have Scala 2.13)";

    private final SparkHome spark;
    private final Map<String, String> environment;
    private final List<DoctorFinding> findings = new ArrayList<>();

    private SparkCheck(SparkHome spark, Map<String, String> environment) {
        this.spark = spark;
        this.environment = environment;
    }

    /** @param master the master that will be used; empty for the one that the configuration names */
    static List<DoctorFinding> of(SparkHome spark, Optional<String> master, Map<String, String> environment) {
        SparkCheck examination = new SparkCheck(spark, environment);
        examination.version();
        examination.java();
        Map<String, String> defaults = SparkProperties.ofFile(spark.defaults());
        examination.plugins(defaults);
        examination.waiting(defaults);
        examination.master(master.or(() -> Optional.ofNullable(defaults.get("spark.master"))));
        return List.copyOf(examination.findings);
    }

    private void version() {
        Optional<Matcher> core = PluginJars.in(spark.jars(), "spark-core_*.jar").stream()
                .map(jar -> CORE_JAR.matcher(jar.getFileName().toString()))
                .filter(Matcher::matches)
                .findFirst();
        if (core.isEmpty()) {
            findings.add(DoctorFinding.missing("no spark-core jar in " + spark.jars(), GET_SPARK));
            return;
        }
        String scala = core.get().group(1);
        int major = Integer.parseInt(core.get().group(2));
        int minor = Integer.parseInt(core.get().group(3));
        String what = "Spark " + major + "." + minor
                + Optional.ofNullable(core.get().group(4)).orElse("") + " (Scala " + scala + ") in " + spark.path();
        if (!scala.equals("2.13") || major < 4 || (major == 4 && minor < 1)) {
            findings.add(DoctorFinding.missing(what + " cannot be served", GET_SPARK));
        } else if (major == 4 && minor <= 2) {
            findings.add(DoctorFinding.ok(what));
        } else {
            findings.add(
                    DoctorFinding.note(what + " is later than any that was tried", "try it, or use Spark 4.1 or 4.2"));
        }
        if (spark.sparkSubmit().isEmpty()) {
            findings.add(DoctorFinding.note("no bin/spark-submit in " + spark.path(), "'tiercel submit' needs it"));
        }
    }

    private void java() {
        String home = environment.getOrDefault("JAVA_HOME", "");
        if (home.isBlank()) {
            // bin/tiercel and spark-submit then take the same java of the PATH.
            findings.add(DoctorFinding.ok("Java " + Runtime.version().feature() + " on the PATH"));
            return;
        }
        Optional<Integer> version = javaVersion(Path.of(home));
        if (version.isEmpty()) {
            findings.add(DoctorFinding.note("cannot tell the version of JAVA_HOME " + home, "it must be 17 or later"));
        } else if (version.get() < 17) {
            findings.add(DoctorFinding.missing(
                    "Java " + version.get() + " in JAVA_HOME " + home, "set JAVA_HOME to a Java 17 or later"));
        } else {
            findings.add(DoctorFinding.ok("Java " + version.get() + " in JAVA_HOME " + home));
        }
    }

    /** The feature version that the {@code release} file of a Java states: 17, 21; 8 for the old {@code 1.8}. */
    private static Optional<Integer> javaVersion(Path home) {
        String text = SparkProperties.ofFile(home.resolve("release"))
                .getOrDefault("JAVA_VERSION", "")
                .replace("\"", "")
                .replaceFirst("^1\\.", "");
        String feature = text.replaceFirst("[^0-9].*", "");
        return feature.isEmpty() ? Optional.empty() : Optional.of(Integer.parseInt(feature));
    }

    private void plugins(Map<String, String> defaults) {
        List<String> plugins = Arrays.stream(
                        defaults.getOrDefault("spark.plugins", "").split(","))
                .map(String::strip)
                .filter(plugin -> !plugin.isEmpty())
                .toList();
        if (plugins.contains(SparkSubmitLine.PLUGIN)) {
            findings.add(DoctorFinding.ok("switched on for all applications by " + spark.defaults()));
        } else {
            findings.add(DoctorFinding.ok(
                    "not switched on in " + spark.defaults() + "; 'tiercel submit' does it per application"));
        }
        List<String> others = plugins.stream()
                .filter(plugin -> !plugin.equals(SparkSubmitLine.PLUGIN))
                .toList();
        if (!others.isEmpty()) {
            findings.add(DoctorFinding.note(
                    "other plugins in " + spark.defaults() + ": " + String.join(", ", others),
                    "they keep running; one that replaces the task scheduler too would collide with Tiercel"));
        }
    }

    private void waiting(Map<String, String> defaults) {
        String wait = defaults.getOrDefault("spark.locality.wait", "3s");
        if (wait.matches("0+[a-z]*")) {
            findings.add(DoctorFinding.note(
                    "spark.locality.wait is " + wait + " in " + spark.defaults(),
                    "Tiercel will keep no slot free for a better one; leave the line out for Spark's 3s"));
        }
    }

    private void master(Optional<String> master) {
        if (master.isEmpty()) {
            return;
        }
        String name = master.get();
        if (TRIED_MASTERS.matcher(name).matches()) {
            findings.add(DoctorFinding.ok("master " + name));
        } else if (name.startsWith("k8s://")) {
            findings.add(DoctorFinding.note(
                    "master " + name, "Kubernetes should work the same way, but has not been tried"));
        } else {
            findings.add(DoctorFinding.missing(
                    "master " + name + " is none that Tiercel can stand in front of",
                    "use local[*], local-cluster[…], spark://HOST:PORT or yarn"));
        }
    }
}

package io.tiercel.cli.doctor.check;

import io.tiercel.cli.doctor.evidence.Evidence;
import io.tiercel.cli.spark.SparkHome.SparkProperties;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Whether the Java that starts Spark is new enough. On an older one the plugin does nothing. */
final class JavaCheck implements Check {
    @Override
    public String name() {
        return "java";
    }

    @Override
    public void look(Evidence evidence, Report report) {
        if (evidence.spark().value().isEmpty()) {
            return;
        }
        String home = evidence.environment().getOrDefault("JAVA_HOME", "");
        if (home.isBlank()) {
            // bin/tiercel and spark-submit then take the same java of the PATH.
            report.ok("Java " + Runtime.version().feature() + " on the PATH");
            return;
        }
        Optional<Integer> version = version(Path.of(home));
        if (version.isEmpty()) {
            report.unchecked(
                    "cannot tell the version of JAVA_HOME " + home,
                    "it must be " + SupportedVersions.OLDEST_JAVA + " or later");
        } else if (version.get() < SupportedVersions.OLDEST_JAVA) {
            report.error(
                    "Java " + version.get() + " in JAVA_HOME " + home + " is too old: Tiercel does nothing on it",
                    "set JAVA_HOME to a Java " + SupportedVersions.OLDEST_JAVA
                            + " or later, on the machines of drivers and executors too");
        } else {
            report.ok("Java " + version.get() + " in JAVA_HOME " + home);
        }
    }

    /** The feature version in the {@code release} file of a Java. */
    private static Optional<Integer> version(Path home) {
        Map<String, String> release = SparkProperties.ofFile(home.resolve("release"));
        return SupportedVersions.javaFeature(release.getOrDefault("JAVA_VERSION", ""));
    }
}

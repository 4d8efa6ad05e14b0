package io.tiercel.cli.doctor.check;

import io.tiercel.cli.PluginJars;
import io.tiercel.cli.spark.SparkCore;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Which versions of others Tiercel serves: those that its tests run with. Decision 1901 gives the reasons for Spark's. */
final class SupportedVersions {
    static final int OLDEST_JAVA = 17;

    static final String SPARKS = "Spark 3.5, 4.0, 4.1 or 4.2";

    static final String HADOOPS = "3.3, 3.4 and 3.5";

    /** Minor versions of Spark by the version of Scala. */
    private static final Map<String, List<String>> SPARK =
            Map.of("2.12", List.of("3.5"), "2.13", List.of("3.5", "4.0", "4.1", "4.2"));

    private static final Pattern HADOOP = Pattern.compile("3\\.[345]\\..*");

    enum Support {
        TESTED,
        /** Later than any that was tested. */
        LATER,
        NONE
    }

    /** The jar of ours that fits a version of Scala. */
    enum SparkJar {
        SCALA_2_12("tiercel-spark_2.12-VERSION.jar"),
        SCALA_2_13("tiercel-spark-VERSION.jar");

        private final String pattern;

        SparkJar(String pattern) {
            this.pattern = pattern;
        }

        static SparkJar of(String scala) {
            return scala.equals("2.12") ? SCALA_2_12 : SCALA_2_13;
        }

        /** The kind of a jar, by its file's name. */
        static SparkJar ofFile(String file) {
            return file.contains("tiercel-spark_2.12-") ? SCALA_2_12 : SCALA_2_13;
        }

        String scala() {
            return this == SCALA_2_12 ? "2.12" : "2.13";
        }

        /** Its name, for people. */
        String pattern() {
            return pattern;
        }

        /** @throws io.tiercel.cli.CommandFailure in one line, if it is not there */
        Path file() {
            return PluginJars.find(scala());
        }
    }

    private SupportedVersions() {}

    static Support of(SparkCore core) {
        List<String> tested = SPARK.getOrDefault(core.scala(), List.of());
        if (tested.contains(core.major() + "." + core.minor())) {
            return Support.TESTED;
        }
        boolean isLater = core.major() > 4 || core.major() == 4 && core.minor() > 2;
        return isLater && !tested.isEmpty() ? Support.LATER : Support.NONE;
    }

    static boolean isTestedHadoop(String version) {
        return HADOOP.matcher(version).matches();
    }

    /** The number of a Java in its own words: 17 of {@code 17.0.9}, 8 of {@code 1.8.0_392}. */
    static Optional<Integer> javaFeature(String version) {
        String feature = version.replace("\"", "").replaceFirst("^1\\.", "").replaceFirst("[^0-9].*", "");
        return feature.isEmpty() || feature.length() > 4 ? Optional.empty() : Optional.of(Integer.parseInt(feature));
    }
}

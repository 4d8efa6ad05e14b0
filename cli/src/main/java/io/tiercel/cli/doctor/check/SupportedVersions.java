package io.tiercel.cli.doctor.check;

import io.tiercel.cli.spark.SparkCore;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which versions of others Tiercel serves: those that its tests run with. Decision 1901 gives the reasons for Spark's. */
final class SupportedVersions {
    static final int OLDEST_JAVA = 17;

    /** Minor versions, oldest first. */
    private static final List<String> SPARK = List.of("3.5", "4.0", "4.1", "4.2");

    private static final Map<String, List<String>> SPARK_BY_SCALA = Map.of("2.12", List.of("3.5"), "2.13", SPARK);

    private static final List<String> HADOOP = List.of("3.3", "3.4", "3.5");

    /** For people. */
    static final String SPARKS = "Spark " + words(SPARK, "or");

    /** For people. */
    static final String HADOOPS = words(HADOOP, "and");

    enum Support {
        TESTED,
        /** Later than any that was tested. */
        LATER,
        NONE
    }

    private SupportedVersions() {}

    private static String words(List<String> versions, String last) {
        int end = versions.size() - 1;
        return String.join(", ", versions.subList(0, end)) + " " + last + " " + versions.get(end);
    }

    static Support of(SparkCore core) {
        List<String> tested = SPARK_BY_SCALA.getOrDefault(core.scala(), List.of());
        if (tested.contains(core.major() + "." + core.minor())) {
            return Support.TESTED;
        }
        return !tested.isEmpty() && isLater(core) ? Support.LATER : Support.NONE;
    }

    private static boolean isLater(SparkCore core) {
        String[] newest = SPARK.get(SPARK.size() - 1).split("\\.");
        int major = Integer.parseInt(newest[0]);
        return core.major() > major || core.major() == major && core.minor() > Integer.parseInt(newest[1]);
    }

    static boolean isTestedHadoop(String version) {
        return HADOOP.stream().anyMatch(minor -> version.startsWith(minor + "."));
    }

    /** The number of a Java in its own words: 17 of {@code 17.0.9}, 8 of {@code 1.8.0_392}. */
    static Optional<Integer> javaFeature(String version) {
        String feature = version.replace("\"", "").replaceFirst("^1\\.", "").replaceFirst("[^0-9].*", "");
        return feature.isEmpty() || feature.length() > 4 ? Optional.empty() : Optional.of(Integer.parseInt(feature));
    }
}

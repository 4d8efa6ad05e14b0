package io.tiercel.demo.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Holds that all files which repeat the supported versions of Spark and HDFS name those that the poms have. Each failing line names the
 * file and what it lacks.
 */
final class RepeatedVersionsTest {
    private static final Path HOME = Path.of(System.getProperty("tiercel.home"));
    private static final String DECISION = "docs/decisions/1901-one-source-for-every-spark.md";
    private static final String SUITES = "spark-suites/src/test/java/io/tiercel/suites/";
    private static final String CHECKS = "java/io/tiercel/cli/doctor/check/";
    private static final Pattern RANGE = Pattern.compile("Spark (\\d\\.\\d to \\d\\.\\d)");
    private static final Pattern PAIR = Pattern.compile("new Pair\\(\"([^\"]+)\", \"([^\"]+)\"\\)");

    /** @param module below {@code spark-versions}, or the minor version of the newest, which has none */
    private record Spark(String module, String exact, String scala, String client) {
        String minor() {
            return minorOf(exact);
        }

        String jar() {
            return scala.equals("2.12") ? "`tiercel-spark_2.12-VERSION.jar`" : "`tiercel-spark-VERSION.jar`";
        }

        /** The first cells of its row. */
        String cells() {
            return "| %s | %s | %s | %s |".formatted(exact, scala, client, jar());
        }
    }

    private final String root = read("pom.xml");
    private final List<Spark> sparks = sparks();
    private final List<String> hdfs = Stream.concat(
                    modules("hadoop-versions").stream()
                            .map(module -> value("hadoop-versions/" + module + "/pom.xml", "hadoop.version")),
                    Stream.of(value("pom.xml", "hadoop.version")))
            .toList();
    private final List<String> minors =
            sparks.stream().map(Spark::minor).distinct().toList();
    private final List<String> hdfsMinors =
            hdfs.stream().map(RepeatedVersionsTest::minorOf).toList();

    private final Set<String> homes = new TreeSet<>();
    private final List<String> wrong = new ArrayList<>();

    @Test
    void allFilesNameTheSameVersions() {
        poms();
        sources();
        tables();
        sentences();
        servers();
        // Who adds a version reads the decision: it must list all of these files.
        List.copyOf(homes).stream()
                .filter(home -> !home.equals(DECISION))
                .forEach(home -> expect(DECISION, "`" + home.replaceFirst(".*/(?!pom\\.xml)", "") + "`"));

        assertThat(wrong).as("files that lack a supported version").isEmpty();
    }

    @Test
    void allRangesAreThatOfTheSupportedVersions() throws IOException {
        String range = minors.get(0) + " to " + last(minors);
        for (Path file : texts()) {
            RANGE.matcher(read(file.toString())).results().forEach(found -> assertThat(found.group(1))
                    .as("versions of Spark in %s", file)
                    .isEqualTo(range));
        }
    }

    private void poms() {
        for (String parent : List.of("spark-versions", "hadoop-versions")) {
            for (String module : modules(parent)) {
                expect("pom.xml", "<module>" + parent + "/" + module + "</module>");
                expect("spark-suites/pom.xml", "<artifactId>tiercel-" + parent + "-" + module + "</artifactId>");
            }
        }
        for (Spark spark : sparks) {
            String name = "tiercel.spark." + spark.module();
            expect("spark-suites/pom.xml", "<" + name + ">");
            if (!spark.exact()
                    .equals(property(read("spark-suites/pom.xml"), name).orElse(""))) {
                wrong.add("spark-suites/pom.xml: expected " + name + " to be " + spark.exact());
            }
        }
    }

    private void sources() {
        String supported = "cli/src/main/" + CHECKS + "SupportedVersions.java";
        expect(supported, "SPARK = List.of(" + quoted(minors) + ")");
        expect(supported, "\"2.12\", List.of(" + quoted(minorsOf("2.12")) + ")");
        expect(supported, "HADOOP = List.of(" + quoted(hdfsMinors) + ")");
        expect(SUITES + "SparkVersion.java", "NEWEST = " + quoted(List.of(last(minors))));
        expect(SUITES + "HdfsOfVersion.java", "NEWEST = " + quoted(List.of(last(hdfsMinors))));
        for (Spark spark : sparks) {
            expect(
                    "cli/src/test/" + CHECKS + "SparkChecksTest.java",
                    "spark-core_%1$s-%2$s.jar, OK Spark %2$s (Scala %1$s)".formatted(spark.scala(), spark.exact()));
        }
        hdfs.forEach(version -> expect("cli/src/test/" + CHECKS + "HdfsChecksTest.java", version + ", OK"));
    }

    /** {@code VersionMatrixIT} names the pairs of each build; {@code -Pall} runs all others. */
    private void tables() {
        Set<String> inEachBuild = PAIR.matcher(read(SUITES + "VersionMatrixIT.java"))
                .results()
                .map(pair -> pair.group(1) + " " + pair.group(2))
                .collect(Collectors.toSet());
        sparks.subList(0, sparks.size() - 1)
                .forEach(spark -> expect(SUITES + "VersionMatrixIT.java", "new Pair(\"" + spark.module() + "\", "));
        expect("docs/versions.md", "| jar | HDFS " + String.join(" | HDFS ", hdfs) + " |");
        for (Spark spark : sparks) {
            expect("README.md", spark.cells() + " " + String.join(", ", hdfs) + " |");
            String runs = hdfsMinors.stream()
                    .map(minor -> runs(spark, minor, inEachBuild))
                    .collect(Collectors.joining(" | ", " ", " |"));
            expect("docs/versions.md", spark.cells() + runs);
        }
    }

    private String runs(Spark spark, String hdfs, Set<String> inEachBuild) {
        if (spark.equals(last(sparks)) && hdfs.equals(last(hdfsMinors))) {
            return "each build, in all other modules";
        }
        return inEachBuild.contains(spark.module() + " " + hdfs) ? "each build" : "`-Pall`";
    }

    private void sentences() {
        expect("docs/versions.md", "| Spark | " + and(minors) + " |");
        expect("docs/doctor.md", "Spark " + and(minorsOf("2.12")) + " with Scala 2.12 takes");
        expect("docs/doctor.md", "Spark " + and(minorsOf("2.13")) + " with Scala 2.13 take");
        expect(DECISION, "serves " + and(minorsOf("2.13")) + " with Scala 2.13");
        for (String page : List.of("docs/versions.md", "docs/install.md", "CHANGELOG.md", DECISION)) {
            expect(page, and(hdfsMinors));
        }
    }

    private void servers() {
        List<String> older = modules("spark-versions", true).stream()
                .filter(module -> !minorOf(module).equals(last(minors)))
                .map(module -> "spark-versions/" + module + "/pom.xml")
                .map(pom -> value(pom, "spark.version")
                        + (value(pom, "scala.binary.version").equals("2.12") ? " with Scala 2.12" : ""))
                .toList();
        expect("docs/servers.md", "(`ConnectServerIT`) | " + last(sparks).exact() + " | " + String.join(", ", older));
        expect("docs/servers.md", "spark-connect_2.12:" + value("pom.xml", "spark.3.5.servers.version"));
    }

    private void expect(String file, String text) {
        homes.add(file);
        if (!read(file).contains(text)) {
            wrong.add(file + ": expected " + text);
        }
    }

    private List<Spark> sparks() {
        List<Spark> all = new ArrayList<>();
        for (String module : modules("spark-versions", false)) {
            all.add(spark(module, "spark-versions/" + module + "/pom.xml"));
        }
        all.add(spark(minorOf(value("pom.xml", "spark.version")), "pom.xml"));
        all.sort(Comparator.comparing((Spark spark) -> Version.parse(spark.exact()))
                .thenComparing(Spark::scala));
        return all;
    }

    private Spark spark(String module, String pom) {
        return new Spark(
                module, value(pom, "spark.version"), value(pom, "scala.binary.version"), value(pom, "hadoop.version"));
    }

    private List<String> minorsOf(String scala) {
        return sparks.stream()
                .filter(spark -> spark.scala().equals(scala))
                .map(Spark::minor)
                .toList();
    }

    private static List<String> modules(String parent) {
        try (Stream<Path> found = Files.list(HOME.resolve(parent))) {
            return found.filter(module -> Files.exists(module.resolve("pom.xml")))
                    .map(module -> module.getFileName().toString())
                    // It has no parent: .ci/check-spark says which Spark it is.
                    .filter(module -> !module.equals("given"))
                    .sorted(Comparator.comparing(Version::parse))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> modules(String parent, boolean withServers) {
        return modules(parent).stream()
                .filter(module -> module.endsWith("-servers") == withServers)
                .toList();
    }

    /** A property of a pom, or else of the root's. */
    private String value(String pom, String name) {
        return property(read(pom), name)
                .or(() -> property(root, name))
                .orElseThrow(() -> new AssertionError(pom + ": expected the property " + name));
    }

    private Optional<String> property(String pom, String name) {
        Matcher found = Pattern.compile("<" + Pattern.quote(name) + ">(?:\\$\\{(.+?)}|(.+?))</")
                .matcher(pom);
        if (!found.find()) {
            return Optional.empty();
        }
        return found.group(1) == null ? Optional.of(found.group(2)) : property(root, found.group(1));
    }

    /** Pages and scripts for people. */
    private static List<Path> texts() throws IOException {
        try (Stream<Path> docs = Files.walk(HOME.resolve("docs"))) {
            return Stream.concat(
                            docs.filter(file -> file.toString().endsWith(".md")).map(HOME::relativize),
                            Stream.of("README.md", "CHANGELOG.md", "deploy/check-install")
                                    .map(Path::of))
                    .toList();
        }
    }

    private static String minorOf(String version) {
        return version.replaceFirst("^(\\d+\\.\\d+).*", "$1");
    }

    private static String quoted(List<String> versions) {
        return versions.stream().map(each -> "\"" + each + "\"").collect(Collectors.joining(", "));
    }

    private static String and(List<String> versions) {
        return String.join(", ", versions).replaceFirst(", ([^,]+)$", " and $1");
    }

    private static <T> T last(List<T> all) {
        return all.get(all.size() - 1);
    }

    private static String read(String file) {
        try {
            return Files.readString(HOME.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

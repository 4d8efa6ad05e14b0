package io.tiercel.summary;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Says which tests a build ran, by module, and which it left to {@code -Pall}. */
final class TestSummary {
    private static final int SLOWEST = 10;
    private static final String ROW = "%-16s %6s %7s %6s %7s %8s %8s%n";

    /** The tag of slow tests, and the class or method that bears it. */
    private static final Pattern SLOW = Pattern.compile(
            "^( *)@Tag\\(\"slow\"\\).*?(?:\\bclass (\\w+)|(?:void|def|> ) ?(\\w+)\\()",
            Pattern.MULTILINE | Pattern.DOTALL);

    private final Map<String, List<TestReport>> reports;
    private final Map<String, List<String>> slow;

    private TestSummary(Map<String, List<TestReport>> reports, Map<String, List<String>> slow) {
        this.reports = reports;
        this.slow = slow;
    }

    /**
     * @param args directory of the project; when its build began (ISO 8601), since older reports are another build's; and the
     *     build's groups of excluded tests, {@code excluded=} if there are none
     */
    public static void main(String[] args) throws IOException {
        TestSummary summary = of(Path.of(args[0]), Instant.parse(args[1]));
        System.out.print(summary.text(!args[2].equals("excluded=")));
    }

    static TestSummary of(Path project, Instant since) throws IOException {
        Map<String, List<TestReport>> reports = new TreeMap<>();
        Map<String, List<String>> slow = new TreeMap<>();
        for (Path module : list(project, "*")) {
            List<TestReport> ofModule = new ArrayList<>();
            read(module.resolve("target/surefire-reports"), false, since, ofModule);
            read(module.resolve("target/failsafe-reports"), true, since, ofModule);
            if (!ofModule.isEmpty()) {
                String name = module.getFileName().toString();
                reports.put(name, ofModule);
                List<String> slowOnes = slow(module.resolve("src/test"));
                if (!slowOnes.isEmpty()) {
                    slow.put(name, slowOnes);
                }
            }
        }
        return new TestSummary(reports, slow);
    }

    private static void read(Path directory, boolean integration, Instant since, List<TestReport> into)
            throws IOException {
        for (Path file : list(directory, "TEST-*.xml")) {
            if (!Files.getLastModifiedTime(file).toInstant().isBefore(since)) {
                into.add(TestReport.read(file, integration));
            }
        }
    }

    private static List<Path> list(Path directory, String glob) throws IOException {
        List<Path> files = new ArrayList<>();
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory, glob)) {
                stream.forEach(files::add);
            }
        }
        files.sort(Comparator.naturalOrder());
        return files;
    }

    /** Classes ({@code FooIT}) and methods ({@code FooIT.bar}) that are tagged as slow. */
    private static List<String> slow(Path sources) throws IOException {
        List<String> found = new ArrayList<>();
        if (!Files.isDirectory(sources)) {
            return found;
        }
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file : files.filter(each -> each.toString().matches(".*\\.(java|scala)"))
                    .sorted()
                    .toList()) {
                String name = file.getFileName().toString().replaceFirst("\\..*", "");
                Matcher match = SLOW.matcher(Files.readString(file));
                while (match.find()) {
                    boolean whole = match.group(1).isEmpty();
                    found.add(whole ? name : name + "." + match.group(3));
                }
            }
        }
        return found;
    }

    /** @param slowLeftOut whether the build left slow tests out */
    String text(boolean slowLeftOut) {
        StringBuilder text = new StringBuilder("\nTests of this build\n");
        text.append(ROW.formatted("", "unit", "", "integ.", "", "", ""));
        text.append(ROW.formatted("module", "classes", "tests", "classes", "tests", "skipped", "seconds"));
        List<TestReport> all = new ArrayList<>();
        reports.forEach((module, ofModule) -> {
            text.append(row(module, ofModule));
            all.addAll(ofModule);
        });
        text.append(row("total", all));
        appendSlowest(all, text);
        if (slowLeftOut) {
            appendSlow(text);
        }
        return text.append('\n').toString();
    }

    private static String row(String name, List<TestReport> reports) {
        Predicate<TestReport> integration = TestReport::integration;
        return ROW.formatted(
                name,
                reports.stream().filter(integration.negate()).count(),
                reports.stream()
                        .filter(integration.negate())
                        .mapToInt(TestReport::tests)
                        .sum(),
                reports.stream().filter(integration).count(),
                reports.stream().filter(integration).mapToInt(TestReport::tests).sum(),
                reports.stream().mapToInt(TestReport::skipped).sum(),
                Math.round(reports.stream().mapToDouble(TestReport::seconds).sum()));
    }

    private static void appendSlowest(List<TestReport> all, StringBuilder text) {
        List<String> slowest = all.stream()
                .sorted(Comparator.comparingDouble(TestReport::seconds).reversed())
                .limit(SLOWEST)
                .map(report -> report.name() + " " + Math.round(report.seconds()) + " s")
                .toList();
        text.append("Slowest: ").append(String.join(", ", slowest)).append(".\n");
    }

    private void appendSlow(StringBuilder text) {
        if (slow.isEmpty()) {
            return;
        }
        text.append("Only ./mvnw verify -Pall runs these, which measure or repeat for long:\n");
        slow.forEach((module, names) -> text.append("  ")
                .append(module)
                .append(": ")
                .append(String.join(", ", names))
                .append('\n'));
    }
}

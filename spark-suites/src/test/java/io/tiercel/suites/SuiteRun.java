package io.tiercel.suites;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.scalatest.tools.Runner;

/** Main class of the JVM that runs rewritten suites: runs them, writes what they constructed, exits whatever threads they left. */
final class SuiteRun {
    /** Name of the file with a line {@code class name=count} for each class that the suites constructed. */
    static final String CONSTRUCTIONS = "constructions.txt";

    private SuiteRun() {}

    /**
     * @param args directory for the reports, run path (where the suites' classes are), names of the suites
     */
    public static void main(String[] args) throws IOException {
        Path reports = Path.of(args[0]);
        var arguments = new ArrayList<>(List.of("-R", args[1], "-u", reports.toString(), "-oDW"));
        for (String suite : List.of(args).subList(2, args.length)) arguments.addAll(List.of("-s", suite));
        boolean passed = Runner.run(arguments.toArray(String[]::new));
        Files.writeString(
                reports.resolve(CONSTRUCTIONS),
                Tally.constructions().entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue() + "\n")
                        .collect(Collectors.joining()));
        System.exit(passed ? 0 : 1);
    }
}

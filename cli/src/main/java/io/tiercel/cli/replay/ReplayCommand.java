package io.tiercel.cli.replay;

import io.tiercel.assign.AssignmentPolicies;
import io.tiercel.assign.AssignmentPolicy;
import io.tiercel.cli.ExitCodes;
import io.tiercel.json.MalformedRecordException;
import io.tiercel.json.RecordKind;
import io.tiercel.json.RecordLines;
import io.tiercel.json.RecordLines.Lines;
import io.tiercel.prefetch.plan.PrefetchPlanners;
import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Decides recorded rounds again. Answers go to standard output in the order of the records, complaints to standard error. */
@Command(
        name = "replay",
        description = {
            "Repeats recorded decisions. Prints one JSON answer for each round of assignment. For each plan to"
                    + " prefetch, prints the recorded and the new plan side by side: blocks taken and left, with reasons"
                    + " and predictions."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit code: 0; 1 if a check failed or a planner made another plan than recorded; 2 if a record or file"
                    + " could not be read (the others are still answered).",
            "Formats of records: docs/architecture.md and docs/prefetch.md."
        })
public final class ReplayCommand implements Callable<Integer> {
    private static final String STANDARD_INPUT = "-";

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "Files of records (decisions-….jsonl, prefetch-….jsonl); '-' is standard input.")
    private List<String> files = List.of();

    @Option(
            names = "--policy",
            paramLabel = "NAME",
            description = "trident (default), quartet, h-scheduler or stock. If given, the answer names it.")
    private @Nullable String policy;

    @Option(
            names = "--check",
            description =
                    "Checks the answer. 'optimal': a dual certificate proves that no assignment of as many tasks costs"
                            + " less. Other policies, and --prune, need only fill every slot that can be filled; the"
                            + " answer names their cost above the least.")
    private boolean check;

    @Option(
            names = "--prune",
            paramLabel = "D",
            description =
                    "trident as published: prunes for replication factor D before the matching, which can cost more"
                            + " than the least.")
    private @Nullable Integer prune;

    @Option(
            names = "--repeat",
            paramLabel = "N",
            defaultValue = "0",
            description = "Repeats each decision N times and adds the median time in microseconds as 'medianMicros'.")
    private int repeat;

    @Option(
            names = "--planner",
            paramLabel = "NAME",
            description = "For plans to prefetch: cost, none, all or ignem (default: the recorded one).")
    private @Nullable String planner;

    @Option(
            names = "--blocks",
            description = "For plans to prefetch: lists all blocks, not only those with another decision.")
    private boolean blocks;

    private int exitCode = ExitCodes.OK;

    @Override
    public Integer call() {
        AssignmentReplay rounds = new AssignmentReplay(policy(), options());
        PlanReplay plans = plans();
        for (String file : files) {
            try (InputStream in = open(file)) {
                replay(file, in, rounds, plans);
            } catch (IOException e) {
                complain(file + ": " + reason(file, e));
            }
        }
        return exitCode;
    }

    private AssignmentPolicy policy() {
        AssignmentPolicy chosen;
        try {
            chosen = policy == null ? AssignmentPolicies.standard() : AssignmentPolicies.named(policy);
        } catch (IllegalArgumentException e) {
            throw misused("--" + e.getMessage());
        }
        if (prune == null) {
            return chosen;
        }
        return Optional.of(prune)
                .filter(factor -> factor >= 1)
                .flatMap(chosen::pruned)
                .orElseThrow(() ->
                        misused("--prune: expected a replication factor of at least 1, with --policy trident, got "
                                + prune + " with " + chosen.name()));
    }

    private PlanReplay plans() {
        try {
            return PlanReplay.of(planner, blocks);
        } catch (IllegalArgumentException e) {
            throw misused("--planner: expected one of " + String.join(", ", PrefetchPlanners.names()) + ", got '"
                    + planner + "'");
        }
    }

    private AssignmentReplay.Options options() {
        if (repeat < 0) {
            throw misused("--repeat: expected a whole number of at least 0, got " + repeat);
        }
        return new AssignmentReplay.Options(policy != null, demanded(), repeat);
    }

    private AssignmentReplay.Check demanded() {
        if (!check) {
            return AssignmentReplay.Check.NONE;
        }
        return policy().isLeastCost() ? AssignmentReplay.Check.LEAST_COST : AssignmentReplay.Check.FILLED_SLOTS;
    }

    private ParameterException misused(String message) {
        return new ParameterException(spec().commandLine(), message);
    }

    private static InputStream open(String file) throws IOException {
        return file.equals(STANDARD_INPUT) ? System.in : new FileInputStream(file);
    }

    private void replay(String file, InputStream in, AssignmentReplay rounds, PlanReplay plans) throws IOException {
        PrintWriter out = spec().commandLine().getOut();
        RecordLines records = new RecordLines(new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)));
        for (Optional<Lines> next = records.next(); next.isPresent(); next = records.next()) {
            Lines lines = next.get();
            try {
                answer(lines.text(), rounds, plans, out)
                        .ifPresent(failure -> fail(file + ": line " + lines.line() + ": " + failure));
            } catch (MalformedRecordException e) {
                out.flush();
                complain(file + ": " + place(lines, e) + ": " + e.getMessage());
            } catch (IllegalArgumentException e) {
                // A planner that there is no more, or not yet.
                complain(file + ": line " + lines.line() + ": " + e.getMessage());
            }
        }
        out.flush();
    }

    /** Prints the answer; what is wrong with it, if anything is. */
    private static Optional<String> answer(String record, AssignmentReplay rounds, PlanReplay plans, PrintWriter out)
            throws MalformedRecordException {
        switch (RecordKind.of(record)) {
            case ROUND -> {
                AssignmentReplay.Outcome outcome = rounds.answer(record);
                out.println(outcome.answer().line());
                return outcome.failure();
            }
            case PLAN -> {
                PlanReplay.Outcome outcome = plans.answer(record);
                outcome.lines().forEach(out::println);
                return outcome.failure();
            }
            case OUTCOME -> out.println(PlanReplay.outcome(record));
        }
        return Optional.empty();
    }

    private static String place(Lines lines, MalformedRecordException e) {
        return e.column() == 0
                ? "line " + lines.line()
                : "line " + (lines.line() + e.line() - 1) + ", column " + e.column();
    }

    private static String reason(String file, IOException e) {
        Path path = Path.of(file);
        if (!Files.exists(path)) {
            return "expected a file of decision records, there is none";
        }
        return Files.isDirectory(path)
                ? "expected a file of decision records, this is a directory"
                : "cannot be read: " + e.getMessage();
    }

    private void complain(String complaint) {
        spec().commandLine().getErr().println(complaint);
        exitCode = ExitCodes.USAGE;
    }

    private void fail(String failure) {
        spec().commandLine().getErr().println(failure);
        exitCode = Math.max(exitCode, ExitCodes.NEGATIVE);
    }

    private CommandSpec spec() {
        if (spec == null) {
            throw new IllegalStateException("not called by picocli");
        }
        return spec;
    }
}

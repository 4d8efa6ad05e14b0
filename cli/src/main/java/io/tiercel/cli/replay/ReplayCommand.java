package io.tiercel.cli.replay;

import io.tiercel.assign.AssignmentPolicies;
import io.tiercel.assign.AssignmentPolicy;
import io.tiercel.cli.ExitCodes;
import io.tiercel.cli.PrintingCommand;
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
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Decides recorded rounds again. Answers go to standard output in the order of the records, complaints to standard error. */
@Command(
        name = "replay",
        description = {
            "Repeats recorded decisions. Prints one JSON answer for each round of assignment. For each plan to"
                    + " prefetch, prints the recorded and the new plan side by side: blocks taken and left, with reasons"
                    + " and predictions. Prints one table for the stages of a file, with task attempts by place as"
                    + " actual/possible. For each plan of a stage's reads, prints its time and its bound."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit code: 0; 1 if a check failed or a planner made another plan than recorded; 2 if a record or file"
                    + " could not be read, or a file has no records (the others are still answered).",
            "Formats of records: docs/records.md."
        })
public final class ReplayCommand extends PrintingCommand {
    private static final String STANDARD_INPUT = "-";

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description =
                    "Files of records (decisions-….jsonl, prefetch-….jsonl, stages-….jsonl); '-' is standard input.")
    private List<String> files = List.of();

    @Option(
            names = "--policy",
            paramLabel = "NAME",
            completionCandidates = Policies.class,
            description =
                    "One of ${COMPLETION-CANDIDATES} (default: the recorded one; trident if the record names none).")
    private @Nullable String policy;

    @Option(
            names = "--check",
            description = "Checks the answer and the recorded assignment. 'optimal': a dual certificate proves that no"
                    + " assignment of as many tasks costs less. Other policies, and --prune, need only fill"
                    + " every slot that can be filled; the answer names their cost above the least. Without"
                    + " --policy and --prune, both assignments must be the same; under trident, of the same"
                    + " cost.")
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
            completionCandidates = Planners.class,
            description = "For plans to prefetch: one of ${COMPLETION-CANDIDATES} (default: the recorded one).")
    private @Nullable String planner;

    @Option(
            names = "--blocks",
            description = "For plans to prefetch: lists all blocks, not only those with another decision.")
    private boolean blocks;

    /** A file that begins with so many other lines is not read any further. */
    private static final int MOST_EARLY = 100;

    private int exitCode = ExitCodes.OK;

    private static final class Policies implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return AssignmentPolicies.names().iterator();
        }
    }

    private static final class Planners implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return PrefetchPlanners.names().iterator();
        }
    }

    @Override
    public Integer call() {
        AssignmentReplay rounds = rounds();
        PlanReplay plans = plans();
        List<String> empty = new ArrayList<>();
        for (String file : files) {
            try (InputStream in = open(file)) {
                if (!replay(file, in, rounds, plans)) {
                    empty.add(file);
                }
            } catch (IOException e) {
                complain(file + ": " + reason(file, e));
            }
        }
        // Where nothing was decided, as under the policy stock, nothing is recorded.
        if (empty.size() == files.size()) {
            empty.forEach(file -> complain(file + ": expected decision records, found none"));
        }
        return exitCode;
    }

    private AssignmentReplay rounds() {
        if (repeat < 0) {
            throw misused("--repeat: expected a whole number of at least 0, got " + repeat);
        }
        return new AssignmentReplay(policy == null && prune == null ? null : policy(), check, repeat);
    }

    private AssignmentPolicy policy() {
        AssignmentPolicy chosen;
        try {
            chosen = policy == null ? AssignmentPolicies.ofSingleRounds() : AssignmentPolicies.named(policy);
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

    private ParameterException misused(String message) {
        return new ParameterException(commandLine(), message);
    }

    private static InputStream open(String file) throws IOException {
        return file.equals(STANDARD_INPUT) ? System.in : new FileInputStream(file);
    }

    /** @return whether there was anything in the file */
    private boolean replay(String file, InputStream in, AssignmentReplay rounds, PlanReplay plans) throws IOException {
        PrintWriter out = out();
        RecordLines records = new RecordLines(new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)));
        StageTable stages = new StageTable();
        ReadPlanReplay reads = new ReadPlanReplay(check);
        Optional<Lines> first = records.next();
        List<String> early = new ArrayList<>();
        boolean hasRecords = false;
        for (Optional<Lines> next = first; next.isPresent(); next = records.next()) {
            Lines lines = next.get();
            try {
                answer(lines.text(), rounds, plans, reads, stages, out)
                        .ifPresent(failure -> fail(file + ": line " + lines.line() + ": " + failure));
                hasRecords = true;
            } catch (MalformedRecordException e) {
                out.flush();
                early.add(file + ": " + place(lines, e) + ": " + e.getMessage());
            } catch (IllegalArgumentException e) {
                // A policy or planner that there is no more, or not yet.
                early.add(file + ": line " + lines.line() + ": " + e.getMessage());
                hasRecords = true;
            }
            if (hasRecords) {
                early.forEach(this::complain);
                early.clear();
            } else if (early.size() == MOST_EARLY) {
                break;
            }
        }
        reads.lines().forEach(out::println);
        stages.lines().forEach(out::println);
        out.flush();
        if (!early.isEmpty()) { // A file of another kind has nothing else.
            complain(early.get(0));
            if (early.size() > 1) {
                complain(file + ": expected decision records, found none in " + early.size() + " lines");
            }
        }
        return first.isPresent();
    }

    /** Prints the answer; what is wrong with it, if anything is. */
    private static Optional<String> answer(
            String record,
            AssignmentReplay rounds,
            PlanReplay plans,
            ReadPlanReplay reads,
            StageTable stages,
            PrintWriter out)
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
            case READS -> {
                ReadPlanReplay.Outcome outcome = reads.answer(record);
                out.println(outcome.line());
                return outcome.failure();
            }
            case STARTS -> reads.started(record);
            case OUTCOME -> out.println(PlanReplay.outcome(record));
            case STAGE -> stages.add(record);
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
        err().println(complaint);
        exitCode = ExitCodes.USAGE;
    }

    private void fail(String failure) {
        err().println(failure);
        exitCode = Math.max(exitCode, ExitCodes.NEGATIVE);
    }
}

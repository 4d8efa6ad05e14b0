package io.tiercel.cli.replay;

import io.tiercel.assign.Reason;
import io.tiercel.json.MalformedRecordException;
import io.tiercel.json.ReadPlanRecords;
import io.tiercel.json.StartsRecords;
import io.tiercel.plan.LoadPlan;
import io.tiercel.plan.LoadSolver;
import io.tiercel.plan.dispatch.ReadPlan;
import io.tiercel.record.StartsRecord;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Checks recorded plans of reads, and counts why tasks were started. */
final class ReadPlanReplay {
    private static final double PERCENT = 100;

    private final boolean check;
    private final Map<Reason, Integer> started = new EnumMap<>(Reason.class);
    private int holds;

    /** @param check whether to check each plan's proof, and to plan again */
    ReadPlanReplay(boolean check) {
        this.check = check;
    }

    /** @param failure why the check failed, if it did */
    record Outcome(String line, Optional<String> failure) {}

    Outcome answer(String record) throws MalformedRecordException {
        ReadPlan recorded = ReadPlanRecords.parse(record);
        LoadPlan plan = recorded.plan();
        Optional<String> failure = check ? failure(recorded) : Optional.empty();
        String line = String.format(
                Locale.ROOT,
                "plan of %,d tasks: done in %.3f s, no plan in less than %.3f s (%.1f %% apart)%s",
                recorded.tasks().length,
                plan.seconds(),
                plan.bound(),
                PERCENT * plan.gap(),
                check ? failure.map(why -> "; " + why).orElse("; proved") : "");
        return new Outcome(line, failure);
    }

    private static Optional<String> failure(ReadPlan recorded) {
        int tasks = recorded.problem().tasks();
        if (recorded.tasks().length != tasks) {
            return Optional.of("indexes: expected one for each of " + tasks + " tasks, got " + recorded.tasks().length);
        }
        return recorded.plan().check(recorded.problem()).or(() -> {
            double again = new LoadSolver().solve(recorded.problem()).seconds();
            return again == recorded.plan().seconds()
                    ? Optional.empty()
                    : Optional.of("planned again it takes " + again + " s, not "
                            + recorded.plan().seconds());
        });
    }

    void started(String record) throws MalformedRecordException {
        StartsRecord round = StartsRecords.parse(record);
        round.starts().forEach(start -> started.merge(start.reason(), 1, Integer::sum));
        holds += round.held().isEmpty() ? 0 : 1;
    }

    /** How many tasks were started for which reason; nothing without such rounds. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        started.forEach(
                (reason, tasks) -> lines.add(String.format(Locale.ROOT, "%,d tasks: %s", tasks, reason.text())));
        if (holds > 0) {
            lines.add(String.format(Locale.ROOT, "%,d rounds held slots", holds));
        }
        return lines;
    }
}

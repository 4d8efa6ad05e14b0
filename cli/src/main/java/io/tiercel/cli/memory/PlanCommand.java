package io.tiercel.cli.memory;

import io.tiercel.cli.ExitCodes;
import io.tiercel.cli.memory.TimeArgument.Form;
import io.tiercel.cli.text.DurationFormat;
import io.tiercel.client.Announcement;
import io.tiercel.client.TiercelClient;
import io.tiercel.model.ByteSize;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Announces what a job to come will read, and when. */
@Command(
        name = "plan",
        description =
                "Announces the files that a job will read, and the time. They come into memory before data that is"
                        + " needed later. Prints whether they can be there in time.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "A Spark application that starts with spark.tiercel.job=NAME takes the data over; so does a job of MapReduce"
                    + " with tiercel.mapreduce.job=NAME, and one of Tez with tiercel.tez.job=NAME.",
            "Exit code: 0 if all data is expected in memory in time; 1 if not all is, with the reason (the rest comes"
                    + " in all the same); 2 for bad input."
        })
public final class PlanCommand extends CoordinatorClientCommand {
    private static final String KEPT = "1h";

    @Mixin
    private PathArguments paths = new PathArguments();

    @Option(names = "--job", required = true, paramLabel = "NAME", description = "The job that will read the files.")
    private String job = "";

    @ArgGroup(multiplicity = "1")
    private @Nullable When when;

    @Option(
            names = "--keep",
            paramLabel = "DURATION",
            defaultValue = KEPT,
            description =
                    "Keeps the data so long after that time if the job has not started (default: ${DEFAULT-VALUE}).")
    private String keep = KEPT;

    private static final class When {
        @Option(names = "--at", paramLabel = "TIME", description = "When the job will read: 18:30 or 2027-01-31T18:30.")
        private @Nullable String at;

        @Option(
                names = "--in",
                paramLabel = "DURATION",
                description = "Time until the job will read: 90s, 20m, 2h or 1d.")
        private @Nullable String in;
    }

    @Override
    public Integer call() {
        if (when == null) {
            throw new IllegalStateException("not called by picocli");
        }
        ZonedDateTime now = ZonedDateTime.now();
        Duration until = when.at != null
                ? TimeArgument.option("--at", Form.TIME, now, when.at)
                : TimeArgument.option("--in", Form.DURATION, now, String.valueOf(when.in));
        Instant needed = now.toInstant().plus(until);
        Duration lease = until.plus(TimeArgument.option("--keep", Form.DURATION, now, keep));
        try (TiercelClient client = open()) {
            Announcement announced = given(client.announce(job, paths.selections(), needed, lease));
            AnnouncementText text = new AnnouncementText(job, announced, now.toInstant());
            text.summary().ifPresent(out()::println);
            ShortfallReport complaints = new ShortfallReport();
            complaints.skipped(announced.skipped());
            complaints.print(err());
            text.objections().forEach(err()::println);
            return announced.complete() && text.objections().isEmpty() ? ExitCodes.OK : ExitCodes.NEGATIVE;
        }
    }

    /** Describes an announced job to its user. */
    record AnnouncementText(String job, Announcement announced, Instant now) {
        /** Says how much was requested and when it will be in memory; empty if nothing can come in. */
        Optional<String> summary() {
            if (announced.all().blocks() == 0) {
                return Optional.empty();
            }
            int coming = announced.inTime().blocks() + announced.late().blocks();
            return Optional.of(job + ": " + of(announced.all()) + ", needed at "
                    + timeAndWait(announced.neededBy()) + ": "
                    + announced.inMemory().blocks() + " in memory already"
                    + announced
                            .lastExpected()
                            .map(last -> ", " + coming + " expected by " + timeAndWait(last))
                            .orElse("")
                    + "; kept for " + DurationFormat.of(announced.kept().toMillis()));
        }

        private String timeAndWait(Instant time) {
            long millis = Math.max(0, Duration.between(now, time).toMillis());
            return time.truncatedTo(ChronoUnit.SECONDS) + " (in " + DurationFormat.of(millis) + ")";
        }

        /** Why not all of it will be in memory then, a line each; what was skipped is left to {@link ShortfallReport}. */
        List<String> objections() {
            List<String> lines = new ArrayList<>();
            if (announced.late().blocks() > 0) {
                Duration by = Duration.between(
                        announced.neededBy(), announced.lastExpected().orElse(announced.neededBy()));
                lines.add("not in time: " + of(announced.late()) + ": expected up to "
                        + DurationFormat.of(roundedUp(by)) + " later than needed");
            }
            if (announced.stuck().blocks() > 0) {
                lines.add("not in time: " + of(announced.stuck())
                        + ": no room in the memory of the nodes with a replica, or none of them answers; comes in when"
                        + " jobs give some back");
            }
            if (announced.all().blocks() > 0 && now.plus(announced.kept()).isBefore(announced.neededBy())) {
                lines.add("not kept until then: the coordinator keeps it for "
                        + DurationFormat.of(announced.kept().toMillis())
                        + " at most (tiercel.coordinator.job.lease.most); announce it again later");
            }
            return lines;
        }

        /** Whole seconds, that nothing be late by none. */
        private static long roundedUp(Duration by) {
            return by.plusMillis(999).truncatedTo(ChronoUnit.SECONDS).toMillis();
        }

        private static String of(Announcement.Part part) {
            return ShortfallReport.blocks(part.blocks()) + ", " + ByteSize.text(part.bytes());
        }
    }
}

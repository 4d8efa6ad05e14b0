package io.tiercel.cli.memory;

import io.tiercel.cli.ExitCodes;
import io.tiercel.client.Announcement;
import io.tiercel.client.TiercelClient;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.Map;
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
            "A Spark application that starts with spark.tiercel.job=NAME takes the data over.",
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

    /** When the job will read. */
    private static final class When {
        @Option(names = "--at", paramLabel = "TIME", description = "When the job will read: 18:30 or 2027-01-31T18:30.")
        private @Nullable String at;

        @Option(
                names = "--in",
                paramLabel = "DURATION",
                description = "Time until the job will read: 90s, 20m, 2h or 1d.")
        private @Nullable String in;
    }

    public PlanCommand(Map<String, String> environment) {
        super(environment);
    }

    @Override
    public Integer call() {
        if (when == null) {
            throw new IllegalStateException("not called by picocli");
        }
        ZonedDateTime now = ZonedDateTime.now();
        Duration until = when.at != null
                ? TimeArgument.option("--at", now, when.at)
                : TimeArgument.option("--in", now, String.valueOf(when.in));
        Instant needed = now.toInstant().plus(until);
        Duration lease = until.plus(TimeArgument.option("--keep", now, keep));
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
}

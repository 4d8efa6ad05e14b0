package io.tiercel.cli.memory;

import io.tiercel.cli.text.DurationFormat;
import io.tiercel.client.Announcement;
import io.tiercel.model.ByteSize;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
            lines.add("not in time: " + of(announced.late()) + ": expected up to " + DurationFormat.of(roundedUp(by))
                    + " later than needed");
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

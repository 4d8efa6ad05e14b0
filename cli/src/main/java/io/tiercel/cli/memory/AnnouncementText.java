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
final class AnnouncementText {
    private final String job;
    private final Announcement announced;
    private final Instant now;

    AnnouncementText(String job, Announcement announced, Instant now) {
        this.job = job;
        this.announced = announced;
        this.now = now;
    }

    /** Says how much was requested and when it will be in memory; empty if nothing can come in. */
    Optional<String> summary() {
        if (announced.all().blocks() == 0) {
            return Optional.empty();
        }
        StringBuilder line = new StringBuilder(job)
                .append(": ")
                .append(of(announced.all()))
                .append(", needed at ")
                .append(time(announced.neededBy()))
                .append(" (in ")
                .append(DurationFormat.of(
                        Duration.between(now, announced.neededBy()).toMillis()))
                .append("): ")
                .append(announced.inMemory().blocks())
                .append(" in memory already");
        announced.lastExpected().ifPresent(last -> line.append(", ")
                .append(announced.inTime().blocks() + announced.late().blocks())
                .append(" expected by ")
                .append(time(last))
                .append(" (in ")
                .append(DurationFormat.of(
                        Math.max(0, Duration.between(now, last).toMillis())))
                .append(')'));
        return Optional.of(line.append("; kept for ")
                .append(DurationFormat.of(announced.kept().toMillis()))
                .toString());
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
        return (part.blocks() == 1 ? "1 block" : part.blocks() + " blocks") + ", " + ByteSize.text(part.bytes());
    }

    private static String time(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}

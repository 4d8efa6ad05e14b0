package io.tiercel.cli.memory;

import io.tiercel.cli.CommandFailure;
import io.tiercel.config.Excerpt;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How long something is wanted: a time of day, a day and time, or a duration. */
final class TimeArgument {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})\\s*(s|m|min|h|d)");

    private static final Duration LONGEST = Duration.ofDays(36_500);

    private TimeArgument() {}

    /** What may be given. */
    enum Form {
        TIME("a time such as 18:30 or 2027-01-31T18:30"),
        DURATION("a duration such as 90m, 2h or 1d"),
        EITHER(TIME.expected + ", or " + DURATION.expected);

        private final String expected;

        Form(String expected) {
            this.expected = expected;
        }
    }

    /**
     * The time from {@code now} until then.
     *
     * @throws IllegalArgumentException if it has another form, or lies in the past
     */
    static Duration from(Form form, ZonedDateTime now, String text) {
        Duration wait = parse(form, now, text.strip());
        if (wait.isNegative() || wait.isZero()) {
            throw new IllegalArgumentException("expected a time in the future, got '" + Excerpt.of(text) + "'");
        }
        if (wait.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "expected a time within " + LONGEST.toDays() + " days, got '" + Excerpt.of(text) + "'");
        }
        return wait;
    }

    /**
     * The time of an option from {@code now} on.
     *
     * @throws CommandFailure if it has another form, or lies in the past
     */
    static Duration option(String name, Form form, ZonedDateTime now, String text) {
        try {
            return from(form, now, text);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(name + ": " + e.getMessage());
        }
    }

    private static Duration parse(Form form, ZonedDateTime now, String text) {
        Matcher matcher = DURATION.matcher(text.toLowerCase(Locale.ROOT));
        if (form != Form.TIME && matcher.matches()) {
            long count = Long.parseLong(matcher.group(1));
            return switch (matcher.group(2)) {
                case "s" -> Duration.ofSeconds(count);
                case "h" -> Duration.ofHours(count);
                case "d" -> Duration.ofDays(count);
                default -> Duration.ofMinutes(count);
            };
        }
        try {
            if (form == Form.DURATION) {
                throw new DateTimeException("no duration");
            }
            if (!text.contains("-")) {
                ZonedDateTime today = now.with(LocalTime.parse(text));
                return Duration.between(now, today.isAfter(now) ? today : today.plusDays(1));
            }
            return Duration.between(
                    now, LocalDateTime.parse(text.replace(' ', 'T')).atZone(now.getZone()));
        } catch (DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException("expected " + form.expected + ", got '" + Excerpt.of(text) + "'", e);
        }
    }
}

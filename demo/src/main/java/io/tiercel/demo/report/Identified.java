package io.tiercel.demo.report;

import com.fasterxml.jackson.annotation.JsonValue;
import io.tiercel.cli.CommandFailure;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** A constant that reports and options name in lower case, with hyphens. */
public interface Identified {
    String name();

    @JsonValue
    default String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The constant of this id; {@code option} is where a user gave it. */
    static <T extends Enum<T> & Identified> T named(Class<T> type, String option, String id) {
        return Arrays.stream(type.getEnumConstants())
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new CommandFailure("%s: expected some of %s, got '%s'"
                        .formatted(
                                option,
                                Arrays.stream(type.getEnumConstants())
                                        .map(Identified::id)
                                        .collect(Collectors.joining(", ")),
                                id)));
    }
}

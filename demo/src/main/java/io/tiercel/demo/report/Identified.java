package io.tiercel.demo.report;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** A constant that reports and options name in lower case, with hyphens. */
public interface Identified {
    String name();

    @JsonValue
    default String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

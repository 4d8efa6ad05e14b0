package io.tiercel.sim.study;

import java.util.List;
import java.util.Optional;

/**
 * A key of a section.
 *
 * @param name its name
 * @param kind what it takes
 * @param without what holds where it is missing, as it would be written; empty if it must be there, or if {@code doc} says what holds then
 * @param optional whether it may be missing
 * @param choices the words that it takes, of a choice
 * @param doc one sentence or two
 */
record StudyKey(String name, Kind kind, Optional<String> without, boolean optional, List<String> choices, String doc) {
    StudyKey {
        choices = List.copyOf(choices);
    }

    static StudyKey required(String name, Kind kind, String doc) {
        return new StudyKey(name, kind, Optional.empty(), false, List.of(), doc);
    }

    static StudyKey optional(String name, Kind kind, String doc) {
        return new StudyKey(name, kind, Optional.empty(), true, List.of(), doc);
    }

    static StudyKey of(String name, Kind kind, String without, String doc) {
        return new StudyKey(name, kind, Optional.of(without), true, List.of(), doc);
    }

    static StudyKey choice(String name, List<String> choices, String without, String doc) {
        return new StudyKey(name, Kind.CHOICE, Optional.of(without), true, choices, doc);
    }

    static StudyKey optionalChoice(String name, List<String> choices, String doc) {
        return new StudyKey(name, Kind.CHOICE, Optional.empty(), true, choices, doc);
    }

    static StudyKey choice(String name, List<String> choices, String doc) {
        return new StudyKey(name, Kind.CHOICE, Optional.empty(), false, choices, doc);
    }
}

package io.tiercel.sim.scenario;

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
record ScenarioKey(
        String name, ValueKind kind, Optional<String> without, boolean optional, List<String> choices, String doc) {
    ScenarioKey {
        choices = List.copyOf(choices);
    }

    static ScenarioKey required(String name, ValueKind kind, String doc) {
        return new ScenarioKey(name, kind, Optional.empty(), false, List.of(), doc);
    }

    static ScenarioKey optional(String name, ValueKind kind, String doc) {
        return new ScenarioKey(name, kind, Optional.empty(), true, List.of(), doc);
    }

    static ScenarioKey of(String name, ValueKind kind, String without, String doc) {
        return new ScenarioKey(name, kind, Optional.of(without), true, List.of(), doc);
    }

    static ScenarioKey choice(String name, List<String> choices, String without, String doc) {
        return new ScenarioKey(name, ValueKind.CHOICE, Optional.of(without), true, choices, doc);
    }

    static ScenarioKey optionalChoice(String name, List<String> choices, String doc) {
        return new ScenarioKey(name, ValueKind.CHOICE, Optional.empty(), true, choices, doc);
    }

    static ScenarioKey choice(String name, List<String> choices, String doc) {
        return new ScenarioKey(name, ValueKind.CHOICE, Optional.empty(), false, choices, doc);
    }
}

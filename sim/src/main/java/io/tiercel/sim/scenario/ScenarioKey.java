package io.tiercel.sim.scenario;

import java.util.List;
import java.util.Optional;

/**
 * A key of a section.
 *
 * @param without the default, as it would be written; empty if the key is required, or if {@code doc} describes what holds without it
 * @param optional whether it may be missing
 * @param choices the words that it takes; empty for other kinds
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

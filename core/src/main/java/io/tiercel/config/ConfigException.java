package io.tiercel.config;

import java.util.List;

/** A configuration that cannot be read; one clear line for each thing that is wrong. */
public final class ConfigException extends Exception {
    private static final long serialVersionUID = 1L;

    private final List<String> problems;

    /** For what several keys must be together. */
    public ConfigException(String problem) {
        this(List.of(problem));
    }

    ConfigException(List<String> problems) {
        super(String.join("; ", problems));
        this.problems = List.copyOf(problems);
    }

    /** Each says which key, what was expected and what came. */
    public List<String> problems() {
        return problems;
    }
}

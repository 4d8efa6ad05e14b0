package io.tiercel.cli;

import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Makes the commands, and hands those that look at the environment the one they are to look at. */
final class CommandFactory implements IFactory {
    private final Map<String, String> environment;

    CommandFactory(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public <K> K create(Class<K> type) throws Exception {
        if (type == Submit.class) {
            return type.cast(new Submit(environment));
        }
        if (type == Doctor.class) {
            return type.cast(new Doctor(environment));
        }
        return CommandLine.defaultFactory().create(type);
    }
}

package io.tiercel.cli;

import io.tiercel.cli.memory.CoordinatorCommand;
import io.tiercel.cli.memory.Ls;
import io.tiercel.cli.memory.Plan;
import io.tiercel.cli.memory.Prefetch;
import io.tiercel.cli.memory.Release;
import io.tiercel.cli.memory.Status;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Makes the commands, and hands those that look at the environment the one they are to look at. */
final class CommandFactory implements IFactory {
    private static final Map<Class<?>, Function<Map<String, String>, ?>> MAKERS = Map.of(
            Submit.class, Submit::new,
            Doctor.class, Doctor::new,
            CoordinatorCommand.class, CoordinatorCommand::new,
            Prefetch.class, Prefetch::new,
            Plan.class, Plan::new,
            Release.class, Release::new,
            Status.class, Status::new,
            Ls.class, Ls::new);

    private final Map<String, String> environment;

    CommandFactory(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public <K> K create(Class<K> type) throws Exception {
        Function<Map<String, String>, ?> maker = MAKERS.get(type);
        return maker == null ? CommandLine.defaultFactory().create(type) : type.cast(maker.apply(environment));
    }
}

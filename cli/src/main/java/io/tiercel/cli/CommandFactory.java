package io.tiercel.cli;

import io.tiercel.cli.memory.CoordinatorCommand;
import io.tiercel.cli.memory.LsCommand;
import io.tiercel.cli.memory.PlanCommand;
import io.tiercel.cli.memory.PrefetchCommand;
import io.tiercel.cli.memory.ReleaseCommand;
import io.tiercel.cli.memory.StatusCommand;
import io.tiercel.cli.spark.DoctorCommand;
import io.tiercel.cli.spark.SubmitCommand;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Makes the commands, and hands those that look at the environment the one they are to look at. */
final class CommandFactory implements IFactory {
    private static final Map<Class<?>, Function<Map<String, String>, ?>> MAKERS = Map.of(
            SubmitCommand.class, SubmitCommand::new,
            DoctorCommand.class, DoctorCommand::new,
            CoordinatorCommand.class, CoordinatorCommand::new,
            PrefetchCommand.class, PrefetchCommand::new,
            PlanCommand.class, PlanCommand::new,
            ReleaseCommand.class, ReleaseCommand::new,
            StatusCommand.class, StatusCommand::new,
            LsCommand.class, LsCommand::new);

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

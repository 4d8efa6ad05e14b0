package io.tiercel.cli.memory;

import io.tiercel.cli.ExitCodes;
import io.tiercel.client.TiercelClient;
import io.tiercel.model.ByteSize;
import io.tiercel.protocol.ReleaseReply;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Gives a job's memory back. */
@Command(
        name = "release",
        description = "Releases a job's data in memory: all of it, or files at or below some paths.",
        mixinStandardHelpOptions = true,
        footer = {"", "Exit code: 0; 1 if the job has no such data."})
public final class ReleaseCommand implements Callable<Integer> {
    private final Map<String, String> environment;

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private CoordinatorOption connection = new CoordinatorOption();

    @Parameters(index = "0", paramLabel = "JOB", description = "The job, as 'tiercel status' lists it.")
    private String job = "";

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "PATH", description = "Files or directories.")
    private List<String> paths = List.of();

    public ReleaseCommand(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        if (spec == null) {
            throw new IllegalStateException("not called by picocli");
        }
        try (TiercelClient client = connection.open(environment)) {
            ReleaseReply reply = CoordinatorOption.given(
                    client.release(job, paths.stream().map(TiercelClient::path).toList()));
            if (reply.getReferences() == 0) {
                spec.commandLine().getErr().println("job " + job + " refers to nothing of it");
                return ExitCodes.NEGATIVE;
            }
            spec.commandLine()
                    .getOut()
                    .println(job + ": " + reply.getReferences() + " blocks given back, "
                            + ByteSize.text(reply.getFreedBytes()) + " that no job refers to any more");
            return ExitCodes.OK;
        }
    }
}

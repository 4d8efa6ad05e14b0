package io.tiercel.cli.memory;

import io.tiercel.cli.ExitCodes;
import io.tiercel.client.TiercelClient;
import io.tiercel.model.ByteSize;
import io.tiercel.protocol.ReleaseReply;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Gives a job's memory back. */
@Command(
        name = "release",
        description = "Releases a job's data in memory: all of it, or files at or below some paths.",
        mixinStandardHelpOptions = true,
        footer = {"", "Exit code: 0; 1 if the job has no such data."})
public final class ReleaseCommand extends CoordinatorClientCommand {
    @Parameters(index = "0", paramLabel = "JOB", description = "The job, as 'tiercel status' lists it.")
    private String job = "";

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "PATH", description = "Files or directories.")
    private List<String> paths = List.of();

    @Override
    public Integer call() {
        try (TiercelClient client = open()) {
            ReleaseReply reply = given(
                    client.release(job, paths.stream().map(TiercelClient::path).toList()));
            if (reply.getReferences() == 0) {
                err().println("job " + job + " refers to nothing of it");
                return ExitCodes.NEGATIVE;
            }
            out().println(job + ": " + reply.getReferences() + " blocks given back, "
                    + ByteSize.text(reply.getFreedBytes()) + " that no job refers to any more");
            return ExitCodes.OK;
        }
    }
}

package io.tiercel.cli.memory;

import io.tiercel.cli.ChildProcess;
import io.tiercel.cli.CommandFailure;
import io.tiercel.client.Answer;
import io.tiercel.client.JobSession;
import io.tiercel.client.TiercelClient;
import io.tiercel.protocol.Eviction;
import io.tiercel.protocol.PrefetchReply;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs another command while its input is in memory, or comes in. The command runs whatever the coordinator does. */
@Command(
        name = HintCommand.NAME,
        description = {
            "Runs a command, and has its input brought into memory meanwhile. Releases the input when the command has ended.",
            "For jobs that hint nothing themselves, such as 'hadoop jar' or 'beeline'. The command runs also if nothing can be"
                    + " brought in; the reason is one line."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Exit code: that of the command; 2 for bad input.",
            "",
            "Example: tiercel hint --job nightly --input /events/today -- hadoop jar job.jar /events/today /out"
        })
public final class HintCommand extends CoordinatorClientCommand {
    public static final String NAME = "hint";

    private static final long MOST_SECONDS = 10;

    @Option(names = "--job", required = true, paramLabel = "NAME", description = "The job that owns the data.")
    private String job = "";

    @Option(
            names = "--input",
            required = true,
            paramLabel = "PATH",
            description = "A file, directory or glob that the command reads. May be given several times.")
    private List<String> input = List.of();

    @Parameters(arity = "1..*", paramLabel = "COMMAND", description = "The command and its arguments, after --.")
    private List<String> command = List.of();

    @Override
    public Integer call() throws InterruptedException {
        if (job.isBlank()) {
            throw new CommandFailure("--job: expected a name, got '" + job + "'");
        }
        if (input.stream().anyMatch(String::isBlank)) {
            throw new CommandFailure("--input: expected a file, directory or glob, got ''");
        }
        TiercelClient client;
        try {
            client = open();
        } catch (RuntimeException | LinkageError e) {
            // The configuration is wrong: for example, the truststore cannot be read.
            tellNothing(String.valueOf(e.getMessage()));
            return ChildProcess.run(command, Map.of());
        }
        try (client;
                JobSession session = client.job(job)) {
            tell(session.prefetch(
                            input.stream().map(TiercelClient::path).toList(),
                            Eviction.EVICT_ON_RELEASE,
                            OptionalLong.empty())
                    .answer());
            try {
                return ChildProcess.run(command, Map.of());
            } finally {
                session.end().join();
            }
        }
    }

    /** The command does not wait for long: a coordinator may hang, or look at many files. The hint counts when it is taken. */
    private void tell(CompletableFuture<Answer<PrefetchReply>> answer) throws InterruptedException {
        try {
            tell(answer.get(MOST_SECONDS, TimeUnit.SECONDS));
        } catch (TimeoutException e) {
            err().println("tiercel hint: no answer of the coordinator within " + MOST_SECONDS + " s; the command runs");
            err().flush();
        } catch (ExecutionException e) {
            tellNothing(String.valueOf(e.getCause().getMessage()));
        }
    }

    private void tellNothing(String why) {
        err().println("tiercel hint: nothing is brought in (" + why + "); the command runs");
        err().flush();
    }

    /** On standard error: standard output is the command's. */
    private void tell(Answer<PrefetchReply> answer) {
        answer.value()
                .ifPresentOrElse(
                        reply -> {
                            err().println(job + ": " + ShortfallReport.blocks(reply.getBlocksCount()) + " hinted");
                            ShortfallReport complaints = new ShortfallReport();
                            complaints.skipped(reply.getSkippedList());
                            complaints.print(err());
                        },
                        () -> tellNothing(answer.why()));
        err().flush();
    }
}

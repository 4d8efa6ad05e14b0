package io.tiercel.cli.memory;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.cli.PrintingCommand;
import io.tiercel.client.Answer;
import io.tiercel.client.ClientSettings;
import io.tiercel.client.TiercelClient;
import io.tiercel.coordinator.CoordinatorKeys;
import io.tiercel.protocol.Selection;
import io.tiercel.security.HadoopSecurity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command that asks a coordinator. */
abstract class CoordinatorClientCommand extends PrintingCommand {
    @Option(
            names = "--coordinator",
            paramLabel = "ADDRESS",
            description = "The coordinator: HOST:PORT, several of them separated by commas, or hdfs://NAMESERVICE"
                    + " (default: " + COORDINATOR
                    + ", then tiercel.coordinator.address in HADOOP_CONF_DIR, then its default on this machine).")
    private @Nullable String coordinator;

    static final class PathArguments {
        @Parameters(arity = "1..*", paramLabel = "PATH", description = "Files, directories or globs.")
        private List<String> paths = List.of();

        List<String> named() {
            return paths;
        }

        List<Selection> selections() {
            return paths.stream().map(TiercelClient::path).toList();
        }
    }

    final TiercelClient open() {
        try {
            Optional<Path> directory = HadoopConfiguration.directory(environment());
            Configuration conf = HadoopConfiguration.of(directory);
            return new TiercelClient(ClientSettings.of(
                    HadoopSecurity.coordinators(
                            conf, address(directory.map(named -> conf.get(CoordinatorKeys.ADDRESS.name())))),
                    CallerSecurity.of(conf, environment())));
        } catch (IllegalArgumentException | IOException e) {
            throw new CommandFailure(String.valueOf(e.getMessage()));
        }
    }

    private boolean isNamed() {
        return coordinator != null || coordinatorOfEnvironment().isPresent();
    }

    /** @param configured the address in HADOOP_CONF_DIR */
    private String address(Optional<String> configured) {
        if (coordinator != null) {
            return coordinator;
        }
        return coordinatorOfEnvironment()
                .or(() -> configured)
                .orElseGet(() -> Objects.requireNonNull(CoordinatorKeys.ADDRESS.defaultText()));
    }

    final String user() {
        return CallerSecurity.userName(environment());
    }

    /** Waits for the answer; a failure ends the command with one line. */
    final <T> T given(CompletableFuture<Answer<T>> future) {
        Answer<T> answer = future.join();
        boolean malformed = answer instanceof Answer.Refused<T> refused && refused.reason() == Answer.Reason.MALFORMED;
        String hint = answer instanceof Answer.Absent<T> && !isNamed()
                ? "; --coordinator or " + COORDINATOR + " names another"
                : "";
        return answer.value()
                .orElseThrow(() ->
                        new CommandFailure(malformed ? ExitCodes.USAGE : ExitCodes.NEGATIVE, answer.why() + hint));
    }
}

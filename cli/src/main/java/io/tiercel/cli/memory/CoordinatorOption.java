package io.tiercel.cli.memory;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.client.Answer;
import io.tiercel.client.ClientSettings;
import io.tiercel.client.TiercelClient;
import io.tiercel.coordinator.CoordinatorKeys;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that says where the coordinator is, and whom its absence leads to. */
final class CoordinatorOption {
    private static final String VARIABLE = "TIERCEL_COORDINATOR";

    @Option(
            names = "--coordinator",
            paramLabel = "HOST:PORT",
            description = "The coordinator (default: " + VARIABLE
                    + ", then tiercel.coordinator.address in HADOOP_CONF_DIR, then its default on this machine).")
    private @Nullable String coordinator;

    TiercelClient open(Map<String, String> environment) {
        try {
            return new TiercelClient(ClientSettings.parse(address(environment), user(environment)));
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(String.valueOf(e.getMessage()));
        }
    }

    private String address(Map<String, String> environment) {
        if (coordinator != null) {
            return coordinator;
        }
        String variable = environment.getOrDefault(VARIABLE, "");
        if (!variable.isBlank()) {
            return variable;
        }
        return HadoopConfiguration.directory(environment)
                .map(directory -> HadoopConfiguration.of(Optional.of(directory)))
                .map(conf -> conf.get(CoordinatorKeys.ADDRESS.name()))
                .orElseGet(() -> CoordinatorKeys.ADDRESS.defaultText().orElseThrow());
    }

    /** As Hadoop's simple authentication finds it. */
    static String user(Map<String, String> environment) {
        String named = environment.getOrDefault("HADOOP_USER_NAME", "");
        return named.isBlank() ? System.getProperty("user.name") : named;
    }

    /** Waits for the answer; a failure ends the command with one line. */
    static <T> T given(CompletableFuture<Answer<T>> future) {
        Answer<T> answer = future.join();
        return answer.value().orElseThrow(() -> new CommandFailure(code(answer), answer.why()));
    }

    private static int code(Answer<?> answer) {
        return answer instanceof Answer.Refused<?> refused && refused.reason() == Answer.Reason.MALFORMED
                ? ExitCodes.USAGE
                : ExitCodes.NEGATIVE;
    }
}

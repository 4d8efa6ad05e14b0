package io.tiercel.cli.memory;

import io.tiercel.client.TiercelClient;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that asks a coordinator. */
abstract class CoordinatorClientCommand implements Callable<Integer> {
    final Map<String, String> environment;

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private CoordinatorOption connection = new CoordinatorOption();

    CoordinatorClientCommand(Map<String, String> environment) {
        this.environment = environment;
    }

    final TiercelClient open() {
        return connection.open(environment);
    }

    final PrintWriter out() {
        return spec().commandLine().getOut();
    }

    final PrintWriter err() {
        return spec().commandLine().getErr();
    }

    private CommandSpec spec() {
        if (spec == null) {
            throw new IllegalStateException("not called by picocli");
        }
        return spec;
    }
}

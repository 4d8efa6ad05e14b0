package io.tiercel.cli;

import java.io.PrintWriter;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that prints to the streams of its command line, and looks at the environment that {@link Main} was given. */
public abstract class PrintingCommand implements Callable<Integer> {
    /** The variable that names the coordinator. */
    protected static final String COORDINATOR = "TIERCEL_COORDINATOR";

    @Spec
    private @Nullable CommandSpec spec;

    protected final CommandLine commandLine() {
        if (spec == null) {
            throw new IllegalStateException("not called by picocli");
        }
        return spec.commandLine();
    }

    protected final Map<String, String> environment() {
        return ((Main) commandLine().getCommandSpec().root().userObject()).environment;
    }

    /** The coordinator in {@link #COORDINATOR}, as it stands there. */
    protected final Optional<String> coordinatorOfEnvironment() {
        return Optional.ofNullable(environment().get(COORDINATOR)).filter(named -> !named.isBlank());
    }

    protected final PrintWriter out() {
        return commandLine().getOut();
    }

    protected final PrintWriter err() {
        return commandLine().getErr();
    }
}

package io.tiercel.cli.memory;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.cli.PrintingCommand;
import io.tiercel.config.ConfigException;
import io.tiercel.coordinator.Coordinator;
import io.tiercel.coordinator.CoordinatorKeys;
import io.tiercel.coordinator.CoordinatorSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A coordinator as a process of its own. */
@Command(
        name = "coordinator",
        description = "Runs a coordinator until Ctrl-C or SIGTERM.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "It serves the HDFS that Hadoop's configuration names (fs.defaultFS) and reads its keys,"
                    + " tiercel.coordinator.*, from there: see docs/configuration.md. It rebuilds"
                    + " its state from its agents after a restart."
        })
public final class CoordinatorCommand extends PrintingCommand {
    private static final int CONNECT_MILLIS = 2_000;

    @Option(
            names = "--conf",
            paramLabel = "DIR",
            description = "Directory of Hadoop's configuration (default: HADOOP_CONF_DIR).")
    private @Nullable Path conf;

    @Option(
            names = "-D",
            paramLabel = "KEY=VALUE",
            description = "Sets a key of the configuration; overrides the files.")
    private Map<String, String> keys = new LinkedHashMap<>();

    @Override
    public Integer call() throws InterruptedException {
        Configuration hadoop =
                HadoopConfiguration.of(conf == null ? HadoopConfiguration.directory(environment()) : Optional.of(conf));
        keys.forEach(hadoop::set);
        try (Coordinator coordinator = Coordinator.start(settings(hadoop), hadoop, null)) {
            Runtime.getRuntime().addShutdownHook(new Thread(coordinator::close));
            out().println("coordinator of " + hadoop.get("fs.defaultFS") + " listens on "
                    + text(coordinator.address())
                    + coordinator
                            .httpAddress()
                            .map(view -> "; state: http://" + text(view) + "/status")
                            .orElse(""));
            out().flush();
            warnWithoutHdfs(FileSystem.getDefaultUri(hadoop));
            coordinator.await();
            return ExitCodes.OK;
        } catch (IOException | IllegalArgumentException e) {
            throw new CommandFailure(
                    e instanceof IOException ? ExitCodes.NEGATIVE : ExitCodes.USAGE, String.valueOf(e.getMessage()));
        }
    }

    /** A name without a port may stand for several NameNodes, which are not asked. */
    private void warnWithoutHdfs(URI hdfs) {
        if (hdfs.getPort() < 0) {
            return;
        }
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(hdfs.getHost(), hdfs.getPort()), CONNECT_MILLIS);
        } catch (IOException e) {
            err().println("tiercel coordinator: HDFS does not answer at " + hdfs.getAuthority() + " (" + e.getMessage()
                    + "); until it does, every request fails");
        }
    }

    private static CoordinatorSettings settings(Configuration hadoop) {
        Map<String, String> entries = new LinkedHashMap<>();
        hadoop.getPropsWithPrefix(CoordinatorKeys.ALL.prefix())
                .forEach((name, value) -> entries.put(CoordinatorKeys.ALL.prefix() + name, value));
        try {
            return CoordinatorSettings.read(entries);
        } catch (ConfigException e) {
            throw new CommandFailure(String.valueOf(e.getMessage()));
        }
    }

    private static String text(InetSocketAddress address) {
        return address.getHostString() + ":" + address.getPort();
    }
}

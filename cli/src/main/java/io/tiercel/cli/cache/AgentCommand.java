package io.tiercel.cli.cache;

import io.tiercel.cachefs.CacheKeys;
import io.tiercel.cachefs.NodeCaches;
import io.tiercel.cachefs.peer.CacheAgent;
import io.tiercel.cachefs.peer.PeerSecret;
import io.tiercel.cachefs.store.Eviction;
import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.ExitCodes;
import io.tiercel.cli.PrintingCommand;
import io.tiercel.model.ByteSize;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A node's cache of shared storage, served by a process of its own. */
@Command(
        name = "agent",
        description =
                "Serves this node's cache of S3 or mounts to applications on other nodes, also when none runs here.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Runs until Ctrl-C or SIGTERM. Run it as the user whose tasks fill the cache: each user has a cache of"
                    + " their own. Applications find agents by"
                    + " tiercel.cache.agents and tiercel.cache.secret, in Spark with spark. before them: see docs/shared-storage.md."
        })
public final class AgentCommand extends PrintingCommand {
    static final String PORT = CacheKeys.AGENT_PORT;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            required = true,
            description = "The directory that tiercel.cache.directory names, in Spark spark.tiercel.cache.directory.")
    private Path directory = Path.of("");

    @Option(
            names = "--secret",
            paramLabel = "FILE",
            required = true,
            description = "A file with a secret of at least 16 bytes that only its owner may read.")
    private Path secret = Path.of("");

    @Option(
            names = "--address",
            paramLabel = "HOST",
            description = "Where to listen (default: on all addresses of this machine).")
    private String address = "0.0.0.0";

    @Option(
            names = "--eviction",
            paramLabel = "POLICY",
            defaultValue = "sieve",
            description = "As tiercel.cache.eviction (${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}).")
    private Eviction eviction = Eviction.SIEVE;

    @Option(names = "--port", paramLabel = "PORT", defaultValue = PORT, description = "Default: ${DEFAULT-VALUE}.")
    private int port;

    @Override
    public Integer call() throws InterruptedException {
        if (port < 0 || port > 65_535) {
            throw new CommandFailure("--port: expected a number from 0 to 65535, got " + port);
        }
        InetSocketAddress listen = new InetSocketAddress(address, port);
        if (listen.isUnresolved()) {
            throw new CommandFailure("--address: expected a host, got " + address);
        }
        try (CacheAgent agent = start(listen)) {
            Runtime.getRuntime().addShutdownHook(new Thread(agent::close));
            out().println("cache agent of " + NodeCaches.ofUser(directory) + ", which holds "
                    + ByteSize.text(agent.usedBytes()) + ", listens on " + address + ":" + agent.port());
            out().flush();
            new CountDownLatch(1).await(); // Signals end the process.
            return ExitCodes.OK;
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCodes.NEGATIVE,
                    e instanceof BindException
                            ? "cannot listen on " + address + ":" + port + ": " + e.getMessage()
                            : "cannot use " + NodeCaches.ofUser(directory) + ": " + e.getMessage());
        }
    }

    private CacheAgent start(InetSocketAddress listen) throws IOException {
        if (!Files.isDirectory(directory)) {
            throw new CommandFailure("--directory: expected a directory, there is none: " + directory);
        }
        byte[] known;
        try {
            known = PeerSecret.read(secret);
        } catch (IOException e) {
            throw new CommandFailure("--secret: " + e.getMessage());
        }
        return CacheAgent.start(NodeCaches.ofUser(directory), known, listen, eviction);
    }
}

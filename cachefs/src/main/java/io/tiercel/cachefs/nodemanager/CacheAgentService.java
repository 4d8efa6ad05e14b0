package io.tiercel.cachefs.nodemanager;

import io.tiercel.cachefs.CacheKeys;
import io.tiercel.cachefs.CacheSettings;
import io.tiercel.cachefs.NodeCaches;
import io.tiercel.cachefs.peer.CacheAgent;
import io.tiercel.cachefs.peer.PeerSecret;
import io.tiercel.cachefs.store.Eviction;
import io.tiercel.config.ConfigException;
import io.tiercel.config.Settings;
import io.tiercel.model.ByteSize;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.server.api.ApplicationInitializationContext;
import org.apache.hadoop.yarn.server.api.ApplicationTerminationContext;
import org.apache.hadoop.yarn.server.api.AuxiliaryService;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An auxiliary service of a NodeManager that serves the cache of the NodeManager's own user, see {@link CacheAgent}. It reads
 * {@link CacheKeys} from the NodeManager's configuration.
 *
 * <p>A service that throws would end the NodeManager. This one does not: whatever is wrong, the log has one line, and the NodeManager
 * runs as without it. The agent starts in a thread of its own, since it counts the cache's files first.
 */
public final class CacheAgentService extends AuxiliaryService {
    private static final Logger LOG = LoggerFactory.getLogger(CacheAgentService.class);

    private Configuration conf = new Configuration(false);
    private @Nullable CacheAgent agent;
    private boolean isStopped;

    /** Called by the NodeManager. */
    public CacheAgentService() {
        super("tiercel_cache_agent");
    }

    @Override
    protected void serviceInit(Configuration ofNodeManager) {
        conf = ofNodeManager;
    }

    @Override
    protected void serviceStart() {
        Thread start = new Thread(this::startAgent, "tiercel-cache-agent-start");
        start.setDaemon(true);
        start.start();
    }

    private void startAgent() {
        try {
            keep(agent());
        } catch (ConfigException e) {
            e.problems().forEach(CacheAgentService::warn);
        } catch (IOException | RuntimeException e) {
            warn(e.getMessage() == null ? e.toString() : e.getMessage());
        } catch (VirtualMachineError e) {
            throw e; // Not ours alone, such as a lack of memory.
        } catch (Throwable e) {
            // An error that leaves this thread would end the NodeManager.
            warn(e.toString());
        }
    }

    private static void warn(String problem) {
        LOG.warn("Tiercel: no cache agent in this NodeManager: {}", problem);
    }

    private CacheAgent agent() throws ConfigException, IOException {
        Settings settings = CacheKeys.ALL.read(CacheSettings.entries(conf));
        Path directory = path(CacheKeys.DIRECTORY.name(), settings.find(CacheKeys.DIRECTORY));
        if (!Files.isDirectory(directory)) {
            throw new IOException(CacheKeys.DIRECTORY + ": expected a directory, there is none: " + directory);
        }
        byte[] secret = PeerSecret.read(path(CacheKeys.SECRET.name(), settings.find(CacheKeys.SECRET)));
        // Where the NodeManager's own services listen, if the operator has confined them.
        String host = conf.getTrimmed("yarn.nodemanager.bind-host", "0.0.0.0");
        InetSocketAddress address = new InetSocketAddress(host, settings.get(CacheKeys.PORT));
        Path cache = NodeCaches.ofUser(directory);
        try {
            CacheAgent started =
                    CacheAgent.start(cache, secret, address, Eviction.of(settings.get(CacheKeys.EVICTION)));
            LOG.info(
                    "Tiercel: the cache agent of {}, which holds {}, listens on {}:{}",
                    cache,
                    ByteSize.text(started.usedBytes()),
                    host,
                    started.port());
            return started;
        } catch (BindException e) {
            throw new IOException(CacheKeys.PORT + ": cannot listen on " + host + ":" + address.getPort() + " ("
                    + e.getMessage() + ")");
        } catch (IOException e) {
            throw new IOException(cache + " cannot be used (" + e + ")", e);
        }
    }

    private static Path path(String key, Optional<String> text) throws IOException {
        try {
            return Path.of(text.orElseThrow(() -> new IOException(key + " is not set")));
        } catch (InvalidPathException e) {
            throw new IOException(key + ": expected a path, got '" + e.getInput() + "'", e);
        }
    }

    private synchronized void keep(CacheAgent started) {
        if (isStopped) {
            started.close();
        } else {
            agent = started;
        }
    }

    @Override
    protected synchronized void serviceStop() {
        isStopped = true;
        if (agent != null) {
            agent.close();
        }
    }

    @Override
    public void initializeApplication(ApplicationInitializationContext context) {
        // Caches belong to users, not to applications.
    }

    @Override
    public void stopApplication(ApplicationTerminationContext context) {
        // Caches outlive applications.
    }

    @Override
    public ByteBuffer getMetaData() {
        return ByteBuffer.allocate(0); // Applications know agents by their configuration.
    }
}

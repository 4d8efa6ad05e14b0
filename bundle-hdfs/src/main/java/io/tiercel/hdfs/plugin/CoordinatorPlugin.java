package io.tiercel.hdfs.plugin;

import io.tiercel.config.ConfigException;
import io.tiercel.coordinator.Coordinator;
import io.tiercel.coordinator.CoordinatorKeys;
import io.tiercel.coordinator.CoordinatorSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.util.ServicePlugin;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hosts a coordinator in a NameNode: {@code dfs.namenode.plugins}. It asks the NameNode as any client does, under each caller's name,
 * so that the NameNode checks permissions. Only {@link CachedLocations} uses means that no client has. Any failure is one line
 * in the NameNode's log.
 */
public final class CoordinatorPlugin implements ServicePlugin {
    private static final Logger LOG = LoggerFactory.getLogger(CoordinatorPlugin.class);

    private @Nullable Coordinator coordinator;

    @Override
    public synchronized void start(Object service) {
        if (!(service instanceof NameNode nameNode)) {
            LOG.warn(
                    "Tiercel's coordinator belongs into a NameNode (dfs.namenode.plugins), not into {}",
                    service.getClass());
            return;
        }
        try {
            Configuration conf = configuration(nameNode.getNameNodeAddress());
            coordinator = Coordinator.start(CoordinatorSettings.read(keys(conf)), conf, new CachedLocations(nameNode));
        } catch (ConfigException e) {
            e.problems().forEach(problem -> LOG.error("Tiercel's coordinator does not start: {}", problem));
        } catch (IOException | IllegalArgumentException e) {
            LOG.error("Tiercel's coordinator does not start: {}", e.getMessage());
        } catch (RuntimeException | LinkageError e) {
            LOG.error("Tiercel's coordinator does not start; the NameNode goes on without it", e);
        }
    }

    /** The daemon's configuration, completed with the address of this NameNode if it names none. */
    private static Configuration configuration(InetSocketAddress address) {
        Configuration conf = new Configuration();
        if (!"hdfs".equals(FileSystem.getDefaultUri(conf).getScheme())) {
            conf.set("fs.defaultFS", "hdfs://" + address.getHostString() + ":" + address.getPort());
        }
        return conf;
    }

    private static Map<String, String> keys(Configuration conf) {
        Map<String, String> entries = new HashMap<>();
        conf.getPropsWithPrefix(CoordinatorKeys.ALL.prefix())
                .forEach((name, value) -> entries.put(CoordinatorKeys.ALL.prefix() + name, value));
        return entries;
    }

    @Override
    public synchronized void stop() {
        if (coordinator != null) {
            coordinator.close();
            coordinator = null;
        }
    }

    @Override
    public void close() {
        stop();
    }
}

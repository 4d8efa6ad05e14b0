package io.tiercel.spark;

import io.tiercel.spark.cache.ExecutorCache;
import io.tiercel.spark.kubernetes.ExecutorNode;
import java.util.Map;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;

/** Tiercel in an executor: says on which node it is, and has a part in its node's cache. Spark gets it from {@link TiercelPlugin}. */
public final class TiercelExecutor implements ExecutorPlugin {
    private final ExecutorCache cache = new ExecutorCache();

    @Override
    public void init(PluginContext plugin, Map<String, String> settings) {
        ExecutorNode.tell(plugin);
        cache.init(plugin, settings);
    }

    @Override
    public void shutdown() {
        cache.shutdown();
    }
}

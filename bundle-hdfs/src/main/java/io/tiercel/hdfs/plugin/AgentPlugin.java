package io.tiercel.hdfs.plugin;

/** Hosts an agent in a DataNode: {@code dfs.datanode.plugins}. */
public final class AgentPlugin extends HiddenPlugin {
    public AgentPlugin() {
        super("agent", "io.tiercel.hdfs.daemon.AgentService");
    }
}

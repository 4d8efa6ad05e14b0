package io.tiercel.hdfs.plugin;

/** Hosts a coordinator in a NameNode: {@code dfs.namenode.plugins}. */
public final class CoordinatorPlugin extends HiddenPlugin {
    public CoordinatorPlugin() {
        super("coordinator", "io.tiercel.hdfs.daemon.CoordinatorService");
    }
}

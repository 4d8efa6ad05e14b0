package io.tiercel.tez;

import io.tiercel.config.ConfigException;
import io.tiercel.config.KeySet;
import io.tiercel.containers.ContainerKeys;
import io.tiercel.containers.ContainerKeys.Engine;
import io.tiercel.containers.ContainerSettings;
import io.tiercel.hdfs.HadoopKeys;
import org.apache.hadoop.conf.Configuration;

/** All keys that Tiercel reads from the configuration of Tez' application master, beside {@link ContainerKeys#SHARED}. */
public final class TezKeys {
    private static final ContainerKeys BASE = new ContainerKeys(
            "tiercel.tez.", new Engine("Tez", "DAG", "tasks", "when a vertex asks for containers", ""));

    /** In the order of the reference. */
    public static final KeySet ALL = BASE.with();

    private TezKeys() {}

    /** @throws ConfigException with one line for each problem */
    public static ContainerSettings read(Configuration conf) throws ConfigException {
        return BASE.settings(HadoopKeys.read(ALL, conf), conf, false);
    }
}

package io.tiercel.mapreduce;

import io.tiercel.config.ConfigException;
import io.tiercel.config.Settings;
import io.tiercel.containers.ContainerSettings;
import io.tiercel.hdfs.HadoopKeys;
import org.apache.hadoop.conf.Configuration;

/**
 * A job's configuration, checked.
 *
 * @param counts whether the job's counters say from where maps read
 */
public record MapReduceSettings(ContainerSettings containers, boolean counts) {
    /** @throws ConfigException with one line for each problem */
    public static MapReduceSettings read(Configuration conf) throws ConfigException {
        Settings own = HadoopKeys.read(MapReduceKeys.ALL, conf);
        return new MapReduceSettings(
                MapReduceKeys.BASE.settings(own, conf, own.get(MapReduceKeys.CONTAINERS)),
                own.get(MapReduceKeys.COUNTERS));
    }
}

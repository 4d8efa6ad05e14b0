package io.tiercel.spark;

import io.tiercel.config.ConfigException;
import io.tiercel.config.Settings;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.SparkConf;
import scala.Tuple2;

/** Reads {@link TiercelKeys} from Spark's configuration. */
public final class SparkSettings {
    private SparkSettings() {}

    /** @throws ConfigException with one line for each unknown key and bad value under {@code spark.tiercel.} */
    public static Settings read(SparkConf conf) throws ConfigException {
        Map<String, String> entries = new HashMap<>();
        for (Tuple2<String, String> entry : conf.getAll()) {
            entries.put(entry._1(), entry._2());
        }
        return TiercelKeys.ALL.read(entries);
    }
}

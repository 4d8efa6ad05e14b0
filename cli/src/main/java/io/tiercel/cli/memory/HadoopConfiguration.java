package io.tiercel.cli.memory;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.HadoopFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** Hadoop's XML files of a directory, over Hadoop's defaults. */
public final class HadoopConfiguration {
    private HadoopConfiguration() {}

    /** The directory in HADOOP_CONF_DIR; empty if that is not set. */
    public static Optional<Path> directory(Map<String, String> environment) {
        String named = environment.getOrDefault("HADOOP_CONF_DIR", "");
        return named.isBlank() ? Optional.empty() : Optional.of(Path.of(named));
    }

    /** @throws CommandFailure if there is no such directory, or a file cannot be read */
    public static Configuration of(Optional<Path> directory) {
        Configuration conf = new Configuration();
        directory.ifPresent(each -> {
            if (!Files.isDirectory(each)) {
                throw new CommandFailure("Hadoop's configuration: expected a directory, "
                        + (Files.exists(each) ? "this is a file: " : "there is none: ") + each);
            }
            for (String name : new String[] {"core-site.xml", "hdfs-site.xml", "ssl-client.xml", "ssl-server.xml"}) {
                HadoopFile.add(conf, each.resolve(name));
            }
        });
        return conf;
    }
}

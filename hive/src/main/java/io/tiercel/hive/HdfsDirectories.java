package io.tiercel.hive;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Chooses the directories that can come into memory: those of HDFS that exist before the query. Asks no file system.
 *
 * @param defaultFileSystem for paths that name none
 * @param scratch the path of Hive's scratch directory
 */
record HdfsDirectories(URI defaultFileSystem, String scratch) {
    private static final String HDFS = "hdfs";

    /** Where Hive's queries write what the next stage reads. */
    private static final String STAGING = ".hive-staging";

    static HdfsDirectories of(Configuration conf) {
        String scratch = conf.get("hive.exec.scratchdir", "/tmp/hive");
        return new HdfsDirectories(
                FileSystem.getDefaultUri(conf), new Path(scratch).toUri().getPath());
    }

    /** The same steps, with URIs of HDFS alone; a step of which nothing is left is dropped. */
    List<List<String>> of(List<List<Path>> steps) {
        return steps.stream()
                .map(paths ->
                        paths.stream().filter(this::canComeIn).map(this::uri).toList())
                .filter(paths -> !paths.isEmpty())
                .toList();
    }

    private boolean canComeIn(Path path) {
        String scheme = path.toUri().getScheme();
        return HDFS.equals(scheme == null ? defaultFileSystem.getScheme() : scheme) && !isWrittenByTheQuery(path);
    }

    private boolean isWrittenByTheQuery(Path path) {
        String name = path.toUri().getPath();
        return name.startsWith(scratch + "/")
                || Arrays.stream(name.split("/")).anyMatch(part -> part.startsWith(STAGING));
    }

    private String uri(Path path) {
        return path.makeQualified(defaultFileSystem, new Path("/")).toString();
    }
}

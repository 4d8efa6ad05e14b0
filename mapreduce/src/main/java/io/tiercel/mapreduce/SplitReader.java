package io.tiercel.mapreduce;

import io.tiercel.containers.SplitFiles;
import io.tiercel.hdfs.locate.FileRange;
import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.serializer.Deserializer;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobSubmissionFiles;
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitMetaInfo;
import org.apache.hadoop.mapreduce.split.SplitMetaInfoReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads from a job's staging directory which parts of files each map reads. The master itself knows hosts and lengths only.
 *
 * <p>Splits of files are read, by both of Hadoop's interfaces, and splits that combine several. Others may run code of the user to be
 * read, so they are left alone.
 */
final class SplitReader {
    private static final Logger LOG = LoggerFactory.getLogger(SplitReader.class);

    private final Configuration conf;

    SplitReader(Configuration conf) {
        this.conf = conf;
    }

    /**
     * The parts of files that each map reads, by the map's number; empty for a map whose split does not say.
     *
     * @param directory the job's, below the staging directory
     */
    SortedMap<Integer, List<FileRange>> read(JobID job, Path directory) throws IOException {
        FileSystem staging = directory.getFileSystem(conf);
        TaskSplitMetaInfo[] splits = SplitMetaInfoReader.readSplitMetaInfo(job, staging, conf, directory);
        SortedMap<Integer, List<FileRange>> files = new TreeMap<>();
        try (FSDataInputStream in = staging.open(JobSubmissionFiles.getJobSplitFile(directory))) {
            for (TaskSplitMetaInfo split : splits) {
                in.seek(split.getStartOffset());
                files.put(files.size(), split(in));
            }
        }
        long silent = files.values().stream().filter(List::isEmpty).count();
        if (silent > 0) {
            LOG.info(
                    "Tiercel: {} of {} splits do not say which files they read; their hosts count",
                    silent,
                    splits.length);
        }
        return files;
    }

    private List<FileRange> split(FSDataInputStream in) throws IOException {
        String name = Text.readString(in);
        try {
            Class<?> type = conf.getClassByName(name);
            return SplitFiles.isOfFiles(type) ? SplitFiles.ranges(deserialize(type, in)) : List.of();
        } catch (ClassNotFoundException | RuntimeException | LinkageError e) {
            LOG.debug("A split of {} cannot be read: {}", name, e.toString());
            return List.of();
        }
    }

    private <T> T deserialize(Class<T> type, FSDataInputStream in) throws IOException {
        Deserializer<T> deserializer = new SerializationFactory(conf).getDeserializer(type);
        deserializer.open(in);
        return deserializer.deserialize(null);
    }
}

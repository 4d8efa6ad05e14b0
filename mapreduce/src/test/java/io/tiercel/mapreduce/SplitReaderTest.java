package io.tiercel.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.containers.UnknownSplit;
import io.tiercel.hdfs.locate.FileRange;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.lib.input.CombineFileSplit;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.split.JobSplitWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SplitReaderTest {
    private static final Path A = new Path("hdfs://name/a");
    private static final Path B = new Path("hdfs://name/b");

    @TempDir
    java.nio.file.Path directory;

    private final Configuration conf = new Configuration();

    private List<List<FileRange>> read(JobWriter writer) throws Exception {
        conf.set("fs.defaultFS", "file:///");
        Path job = new Path(directory.toUri());
        writer.write(job, FileSystem.get(job.toUri(), conf));
        return List.copyOf(new SplitReader(conf).read(new JobID("here", 1), job).values());
    }

    private interface JobWriter {
        void write(Path job, FileSystem fileSystem) throws Exception;
    }

    @Test
    void splitsOfFilesSayWhatTheyRead() throws Exception {
        InputSplit[] splits = {
            new FileSplit(A, 0, 10, new String[] {"n1"}),
            new UnknownSplit(),
            new CombineFileSplit(new Path[] {A, B}, new long[] {10, 0}, new long[] {5, 6}, new String[0]),
            new FileSplit(B, 6, 20, null),
        };

        assertThat(read((job, files) -> JobSplitWriter.createSplitFiles(job, conf, files, splits)))
                .containsExactly(
                        List.of(new FileRange(A, 0, 10)),
                        List.of(),
                        List.of(new FileRange(A, 10, 5), new FileRange(B, 0, 6)),
                        List.of(new FileRange(B, 6, 20)));
        assertThat(UnknownSplit.wasRead()).isFalse();
    }

    @Test
    void splitsOfTheOldInterfaceDoToo() throws Exception {
        org.apache.hadoop.mapred.InputSplit[] splits = {
            new org.apache.hadoop.mapred.FileSplit(A, 3, 4, new String[] {"n1"}),
        };

        assertThat(read((job, files) -> JobSplitWriter.createSplitFiles(job, conf, files, splits)))
                .containsExactly(List.of(new FileRange(A, 3, 4)));
    }
}

package io.tiercel.tez;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.hdfs.locate.FileRange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.lib.db.DataDrivenDBInputFormat.DataDrivenDBInputSplit;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.split.TezGroupedSplit;
import org.apache.tez.mapreduce.hadoop.MRInputHelpers;
import org.apache.tez.mapreduce.protos.MRRuntimeProtos.MRSplitProto;
import org.apache.tez.runtime.api.events.InputDataInformationEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RootInputFilesTest {
    private static final FileRange FIRST = new FileRange(new Path("hdfs://nn/f0"), 0, 10);
    private static final FileRange SECOND = new FileRange(new Path("hdfs://nn/f1"), 7, 3);

    private final Configuration conf = new Configuration();
    private final RootInputFiles files = new RootInputFiles(conf);

    private static FileSplit split(FileRange range) {
        return new FileSplit(range.path(), range.start(), range.length(), new String[] {"some-host"});
    }

    private MRSplitProto proto(InputSplit split) throws IOException {
        return MRInputHelpers.createSplitProto(split, new SerializationFactory(conf));
    }

    private static TezGroupedSplit group(InputSplit... splits) {
        TezGroupedSplit group =
                new TezGroupedSplit(splits.length, TextInputFormat.class.getName(), new String[] {"some-host"}, null);
        for (InputSplit split : splits) {
            group.addSplit(split);
        }
        return group;
    }

    private static InputDataInformationEvent event(MRSplitProto proto) {
        return InputDataInformationEvent.createWithSerializedPayload(0, ByteBuffer.wrap(proto.toByteArray()));
    }

    @Test
    void aSplitIsOfItsFile() throws Exception {
        assertThat(files.read(event(proto(split(SECOND))))).containsExactly(SECOND);
    }

    @Test
    void aGroupIsOfAllFilesOfItsSplits() throws Exception {
        InputDataInformationEvent event = event(proto(group(split(FIRST), split(SECOND))));

        assertThat(files.read(event)).containsExactly(FIRST, SECOND);
        assertThat(files.read(event)).as("read again").containsExactly(FIRST, SECOND);
    }

    @Test
    void oneSplitThatDoesNotSayMakesTheGroupUnknown() throws Exception {
        InputSplit other = new DataDrivenDBInputSplit("a < 1", "a > 2");

        assertThat(files.read(event(proto(other)))).isEmpty();
        assertThat(files.read(event(proto(group(other))))).isEmpty();
    }

    @Test
    void aClassThatIsNotThereMakesTheSplitUnknown() throws Exception {
        MRSplitProto unknown = proto(split(FIRST)).toBuilder()
                .setSplitClassName("com.example.Unknown")
                .build();

        assertThat(files.read(event(unknown))).isEmpty();
    }

    /** Tez deletes such a file when a task has read it, and Tez' helper deletes it for whoever reads. */
    @Test
    void aSplitThatWaitsInAFileIsLeftThere(@TempDir java.nio.file.Path directory) throws Exception {
        java.nio.file.Path file = directory.resolve("split");
        try (OutputStream out = Files.newOutputStream(file)) {
            proto(split(FIRST)).writeTo(out);
        }

        List<FileRange> ranges = files.read(InputDataInformationEvent.createWithSerializedPath(
                0, file.toUri().toString()));

        assertThat(ranges).containsExactly(FIRST);
        assertThat(file).exists();
    }
}

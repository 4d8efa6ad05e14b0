package io.tiercel.tez;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.containers.UnknownSplit;
import io.tiercel.hdfs.locate.FileRange;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.split.TezGroupedSplit;
import org.apache.tez.mapreduce.hadoop.MRInputHelpers;
import org.apache.tez.mapreduce.input.MRInput;
import org.apache.tez.runtime.api.events.InputDataInformationEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RootInputFilesTest {
    private static final Path A = new Path("hdfs://name/a");
    private static final Path B = new Path("hdfs://name/b");

    private final Configuration conf = new Configuration();
    private final TezWorld world =
            new TezWorld(conf).input("files", MRInput.class).input("other", Object.class);

    private InputDataInformationEvent event(InputSplit split) throws Exception {
        byte[] bytes = MRInputHelpers.createSplitProto(split, new SerializationFactory(conf))
                .toByteArray();
        return InputDataInformationEvent.createWithSerializedPayload(0, ByteBuffer.wrap(bytes));
    }

    private List<FileRange> read(int task) throws Exception {
        return RootInputFiles.of(world.vertex()).read(world.attempt(task));
    }

    @Test
    void aGroupReadsWhatItsOwnSplitsDo() throws Exception {
        TezGroupedSplit group = new TezGroupedSplit(2, "any", new String[] {"n1"});
        group.addSplit(new FileSplit(A, 0, 10, new String[] {"n1", "n2"}));
        group.addSplit(new FileSplit(B, 5, 20, new String[] {"n1", "n3"}));
        world.task("files", event(group));

        assertThat(read(0)).containsExactly(new FileRange(A, 0, 10), new FileRange(B, 5, 20));
    }

    @Test
    void groupsAndSplitsOfTheOldInterfaceDoToo() throws Exception {
        var split = new org.apache.hadoop.mapred.FileSplit(A, 3, 4, new String[] {"n1"});
        var group = new org.apache.hadoop.mapred.split.TezGroupedSplit(1, "any", new String[] {"n1"});
        group.addSplit(split);
        for (var each : List.of(split, group)) {
            byte[] bytes = MRInputHelpers.createSplitProto(each).toByteArray();
            world.task("files", InputDataInformationEvent.createWithSerializedPayload(0, ByteBuffer.wrap(bytes)));
        }

        assertThat(read(0)).containsExactly(new FileRange(A, 3, 4));
        assertThat(read(1)).containsExactly(new FileRange(A, 3, 4));
    }

    @Test
    void splitsThatWereNotSerializedAreReadAsTheyAre() throws Exception {
        world.task("files", InputDataInformationEvent.createWithObjectPayload(0, new FileSplit(A, 0, 10, null)));

        assertThat(read(0)).containsExactly(new FileRange(A, 0, 10));
    }

    @Test
    void otherSplitsAndInputsAreLeftAlone() throws Exception {
        world.task("files", event(new UnknownSplit()));
        world.task("other", event(new FileSplit(A, 0, 10, new String[0])));
        world.task("files", InputDataInformationEvent.createWithSerializedPayload(0, ByteBuffer.allocate(0)));

        assertThat(read(0)).isEmpty();
        assertThat(read(1)).isEmpty();
        assertThat(read(2)).isEmpty();
        assertThat(UnknownSplit.wasRead()).isFalse();
    }

    @Test
    void aSplitThatDoesNotSayWhatItReadsMakesItsGroupUnknown() throws Exception {
        TezGroupedSplit group = new TezGroupedSplit(2, "any", new String[] {"n1"});
        group.addSplit(new FileSplit(A, 0, 10, new String[] {"n1"}));
        group.addSplit(new UnknownSplit());
        world.task("files", InputDataInformationEvent.createWithObjectPayload(0, group));

        assertThat(read(0)).isEmpty();
    }

    /** The task is yet to read it. Tez' own helper deletes the file after its first read. */
    @Test
    void aSplitInAFileIsReadAndLeftThere(@TempDir java.nio.file.Path directory) throws Exception {
        java.nio.file.Path file = directory.resolve("split");
        FileSplit split = new FileSplit(A, 0, 10, new String[] {"n1"});
        Files.write(
                file,
                MRInputHelpers.createSplitProto(split, new SerializationFactory(conf))
                        .toByteArray());
        String missing = directory.resolve("missing").toUri().toString();
        world.task(
                "files",
                InputDataInformationEvent.createWithSerializedPath(
                        0, file.toUri().toString()));
        world.task("files", InputDataInformationEvent.createWithSerializedPath(0, missing));

        assertThat(read(0)).containsExactly(new FileRange(A, 0, 10));
        assertThat(file).exists();
        assertThat(read(1)).isEmpty();
    }

    @Test
    void onlyVerticesWithRootInputsRead() {
        assertThat(RootInputFiles.has(world.vertex())).isTrue();
        assertThat(RootInputFiles.has(new TezWorld(conf).vertex())).isFalse();
    }
}

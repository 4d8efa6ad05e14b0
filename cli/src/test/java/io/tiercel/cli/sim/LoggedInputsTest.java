package io.tiercel.cli.sim;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;

final class LoggedInputsTest {
    private static JsonNode json(String text) throws IOException {
        return new ObjectMapper().readTree(text.replace('\'', '"'));
    }

    private static JsonNode scan(String location) throws IOException {
        return json("{'children':[{'children':[],'metadata':{'Location':'" + location
                + "'},'metrics':[{'accumulatorId':7},{'accumulatorId':8}]}],"
                + "'metadata':{},'metrics':[{'accumulatorId':9}]}");
    }

    @Test
    void aCounterLeadsFromAScanToItsStage() throws IOException {
        LoggedInputs inputs = new LoggedInputs();
        inputs.plan(scan("InMemoryFileIndex(3 paths)[hdfs://nn/a b, s3a://c/d, ...]"));
        inputs.stage(1, json("{'Accumulables':[{'ID':8}]}"));
        inputs.stage(2, json("{'Accumulables':[{'ID':9}]}"));

        assertThat(inputs.of(1)).containsExactlyInAnyOrder("hdfs://nn/a b", "s3a://c/d");
        assertThat(inputs.of(2)).isEmpty();
        assertThat(inputs.of(3)).isEmpty();
    }

    @Test
    void rddsOfHadoopsFormatsBearTheirPaths() throws IOException {
        LoggedInputs inputs = new LoggedInputs();
        inputs.defaultFileSystem("hdfs://nn:8020/");
        inputs.stage(1, json("{'RDD Info':[{'Name':'/a,s3a://b/c'},{'Name':'MapPartitionsRDD'},{'Name':'x/y'},{}]}"));

        assertThat(inputs.of(1)).containsExactlyInAnyOrder("hdfs://nn:8020/a", "s3a://b/c");
    }

    @Test
    void withoutADefaultAPathWithoutASchemeIsNotKnown() throws IOException {
        LoggedInputs inputs = new LoggedInputs();
        inputs.stage(1, json("{'RDD Info':[{'Name':'/a'}]}"));

        assertThat(inputs.of(1)).isEmpty();
    }

    @Test
    void localFilesHaveASchemeToo() throws IOException {
        LoggedInputs inputs = new LoggedInputs();
        inputs.defaultFileSystem("file:///");
        inputs.stage(1, json("{'RDD Info':[{'Name':'/a'}]}"));

        assertThat(inputs.of(1)).containsExactly("file:/a");
    }

    @Test
    void aPathHasOneSpelling() throws IOException {
        LoggedInputs inputs = new LoggedInputs();
        inputs.defaultFileSystem("hdfs://nn:8020");
        inputs.stage(1, json("{'RDD Info':[{'Name':'file:///a,file:/a'},{'Name':'hdfs:///b,hdfs://nn:8020/b,/b'}]}"));

        assertThat(inputs.of(1)).containsExactlyInAnyOrder("file:/a", "hdfs://nn:8020/b");
    }
}

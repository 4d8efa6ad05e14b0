package io.tiercel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tiercel.testkit.TieredCluster;
import io.tiercel.testkit.process.Daemon;
import io.tiercel.testkit.secure.KerberosRealm;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A Kerberised HDFS whose daemons find no keys for TLS. */
@Tag("slow")
final class FailClosedIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final byte[] CONTENT = new byte[1 << 20];

    @Test
    void withoutTlsNeitherCoordinatorNorAgentStartsAndHdfsGoesOn() throws Exception {
        int port = MemoryCluster.freePort();
        // Were it empty or absent, Hadoop would look for the keys in the daemon's own configuration.
        java.nio.file.Path stores = Files.createTempDirectory("stores");
        Files.writeString(
                stores.resolve("bare.xml"),
                "<configuration><property><name>hadoop.ssl.enabled.protocols</name><value>TLSv1.2</value></property>"
                        + "</configuration>");
        try (KerberosRealm realm = KerberosRealm.start(Files.createTempDirectory("realm"), 1, "alice");
                TieredCluster hdfs = TieredCluster.builder()
                        .nodes(1)
                        .racks(1)
                        .withoutSpark()
                        .daemonJar(MemoryCluster.jar())
                        .secured(realm)
                        .daemonJar(stores)
                        .hdfsKey("dfs.namenode.plugins", "io.tiercel.hdfs.plugin.CoordinatorPlugin")
                        .hdfsKey("dfs.datanode.plugins", "io.tiercel.hdfs.plugin.AgentPlugin")
                        .hdfsKey("tiercel.coordinator.address", "127.0.0.1:" + port)
                        .hdfsKey("tiercel.agent.coordinator", "127.0.0.1:" + port)
                        // HDFS' own web servers find their keys by other names.
                        .nameNodeKey(1, "hadoop.ssl.server.conf", "bare.xml")
                        .dataNodeKey(0, "hadoop.ssl.client.conf", "bare.xml")
                        .start()) {
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(errors(hdfs.nameNode(1)))
                    .singleElement()
                    .asString()
                    .contains(
                            "Tiercel's coordinator does not start; the NameNode goes on without it",
                            "ssl.server.keystore.location",
                            "bare.xml (hadoop.ssl.server.conf)"));
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(errors(hdfs.dataNode(0)))
                    .singleElement()
                    .asString()
                    .contains(
                            "Tiercel's agent does not start",
                            "ssl.client.truststore.location",
                            "bare.xml (hadoop.ssl.client.conf)"));
            assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
                    .isInstanceOf(ConnectException.class);

            hdfs.makeHome("alice");
            byte[] read = hdfs.as(realm.login("alice"), fileSystem -> {
                Path file = new Path("/user/alice/file");
                try (var out = fileSystem.create(file)) {
                    out.write(CONTENT);
                }
                try (var in = fileSystem.open(file)) {
                    return in.readAllBytes();
                }
            });
            assertThat(read).isEqualTo(CONTENT);
            assertThat(errors(hdfs.nameNode(1))).as("said once").hasSize(1);
        }
    }

    private static List<String> errors(Daemon daemon) throws IOException {
        return Files.readString(daemon.log())
                .lines()
                .filter(line -> line.contains("ERROR") && line.contains("Tiercel"))
                .toList();
    }
}

package io.tiercel.spark.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.hdfs.host.HostRegistry.DataNodeSighting;
import io.tiercel.spark.LogLines;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.SparkConf;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What executors say of their nodes, until they are gone. */
final class PodNodesTest {
    private final HostRegistry hosts = new HostRegistry();
    private final PodNodes nodes = new PodNodes(() -> Optional.of(hosts));
    private final LogLines log = LogLines.of(PodNodes.class);

    @BeforeEach
    void meetDataNodes() {
        hosts.learn(List.of(
                new DataNodeSighting("dn1.x", "10.0.0.1:9866", null),
                new DataNodeSighting("dn2.x", "10.0.0.2:9866", null)));
    }

    @AfterEach
    void close() {
        hosts.close();
        log.close();
    }

    private void say(String executor, String host, Map<String, String> environment) {
        var message = ExecutorNode.statement(executor, host, environment).message();
        nodes.heard(NodeStatement.of(message).orElseThrow());
    }

    private void say(String executor, String host, int node) {
        say(executor, host, Map.of("TIERCEL_NODE_NAME", "worker-" + node, "TIERCEL_NODE_ADDRESS", "10.0.0." + node));
    }

    private String nodeOf(String host) {
        return List.of("dn1.x", "dn2.x").stream()
                .filter(name -> hosts.node(name) == hosts.node(host))
                .findFirst()
                .orElse("none");
    }

    @Test
    void severalExecutorsAreOnOneNode() {
        say("1", "10.244.1.7", 1);
        say("2", "10.244.1.8", 1);
        say("3", "[fd00::7]", 2);

        assertThat(nodeOf("10.244.1.7")).isEqualTo("dn1.x");
        assertThat(nodeOf("10.244.1.8")).isEqualTo("dn1.x");
        assertThat(nodeOf("fd00::7")).isEqualTo("dn2.x");
        assertThat(log.lines())
                .as("once")
                .containsExactly(
                        "INFO Tiercel: executors say on which nodes their pods are; the first: 10.244.1.7 is on worker-1");
    }

    @Test
    void aPodsAddressSaysNothingOnceItsExecutorIsGone() {
        say("1", "10.244.1.7", 1);
        nodes.removed("1");
        nodes.removed("1");
        nodes.removed("of another kind");

        assertThat(nodeOf("10.244.1.7")).isEqualTo("none");
    }

    @Test
    void theNextPodWithAnAddressMayBeElsewhereBeforeTheFirstCountsAsGone() {
        say("1", "10.244.1.7", 1);
        say("2", "10.244.1.7", 2);
        nodes.removed("1");

        assertThat(nodeOf("10.244.1.7")).isEqualTo("dn2.x");
    }

    @Test
    void executorsInTheNetworkOfTheirNodeHaveOneAddress() {
        say("1", "10.0.0.1", 1);
        say("2", "10.0.0.1", 1);
        nodes.removed("1");
        assertThat(nodeOf("10.0.0.1")).isEqualTo("dn1.x");
        nodes.removed("2");
        assertThat(nodeOf("10.0.0.1")).as("by its address alone").isEqualTo("dn1.x");
    }

    @Test
    void whatAGoneExecutorHasSaidMayArriveTooLate() {
        nodes.removed("1");
        var late = ExecutorNode.statement("1", "10.244.1.7", Map.of("TIERCEL_NODE_NAME", "worker-1"));

        assertThat(nodes.heard(late)).isEmpty();
        assertThat(hosts.name(hosts.node("10.244.1.7"))).isEqualTo("10.244.1.7");
    }

    @Test
    void onlyTheLastOfManyGoneExecutorsAreRemembered() {
        for (int executor = 0; executor < 1_001; executor++) {
            nodes.removed("" + executor);
        }
        say("0", "10.244.1.7", 1);
        say("1", "10.244.1.8", 1);

        assertThat(nodeOf("10.244.1.7")).isEqualTo("dn1.x");
        assertThat(nodeOf("10.244.1.8")).isEqualTo("none");
    }

    @Test
    void anAddressThatIsNoneCostsOneLine() {
        say("1", "10.244.1.7", Map.of("TIERCEL_NODE_NAME", "dn1.x", "TIERCEL_NODE_ADDRESS", "dn2"));
        say("2", "10.244.1.8", Map.of("TIERCEL_NODE_NAME", "dn1.x", "TIERCEL_NODE_ADDRESS", "dn2.x"));

        assertThat(nodeOf("10.244.1.7")).isEqualTo("dn1.x");
        assertThat(nodeOf("10.244.1.8")).isEqualTo("dn1.x");
        assertThat(log.lines().stream().filter(line -> line.startsWith("WARN")))
                .singleElement()
                .asString()
                .contains("TIERCEL_NODE_ADDRESS of executor 1 is no address: dn2");

        say("3", "10.244.1.9", Map.of());
        assertThat(log.lines()).last().asString().contains("executor 3 has no variable TIERCEL_NODE_NAME");
    }

    @Test
    void aKeyLeavesPodsAsSparkMakesThem() {
        SparkConf conf = new SparkConf(false).set("spark.master", "k8s://https://api:443");
        assertThat(ExecutorNode.isWanted(conf)).isTrue();
        assertThat(ExecutorNode.isWanted(conf.set("spark.tiercel.kubernetes.nodes", " False ")))
                .isFalse();
        assertThat(ExecutorNode.isWanted(new SparkConf(false).set("spark.master", "yarn")))
                .isFalse();
    }

    @Test
    void aNodesNameAloneIsEnoughIfHdfsKnowsIt() {
        say("1", "10.244.1.7", Map.of("TIERCEL_NODE_NAME", " DN2.x "));

        assertThat(nodeOf("10.244.1.7")).isEqualTo("dn2.x");
    }

    @Test
    void executorsThatDoNotKnowTheirNodesCostOneLine() {
        say("1", "10.244.1.7", Map.of());
        say("2", "10.244.1.8", Map.of("TIERCEL_NODE_NAME", "", "TIERCEL_NODE_ADDRESS", "10.0.0.1"));
        say("3", "10.244.1.9", Map.of("TIERCEL_NODE_NAME", "no name\n", "TIERCEL_NODE_ADDRESS", "10.0.0.1"));

        assertThat(nodeOf("10.244.1.8")).isEqualTo("none");
        assertThat(log.lines())
                .singleElement()
                .asString()
                .startsWith("WARN Tiercel: tasks are not placed by node")
                .contains("executor 1 has no variable TIERCEL_NODE_NAME");
    }

    @Test
    void whatIsNoStatementIsLeftToOthers() {
        assertThat(NodeStatement.of(null)).isEmpty();
        assertThat(NodeStatement.of("worker-1")).isEmpty();
        assertThat(NodeStatement.of(Map.of("executor", "1", "host", "h"))).isEmpty();
        assertThat(NodeStatement.of(Map.of("nodeOf", "1", "host", 5))).isEmpty();
        assertThat(NodeStatement.of(Map.of("nodeOf", "1", "host", "x".repeat(254))))
                .isEmpty();
        var odd = new HashMap<String, Object>(Map.of("nodeOf", "1", "host", "h", "node", "a b", "address", 7));
        assertThat(NodeStatement.of(odd)).contains(new NodeStatement("1", "h", Optional.empty(), Optional.empty()));
    }

    @Test
    void nothingIsNotedForSparksOwnScheduler() {
        PodNodes without = new PodNodes(Optional::empty);
        without.heard(new NodeStatement("1", "10.244.1.7", Optional.of("worker-1"), Optional.empty()));
        without.removed("1");

        assertThat(log.lines()).isEmpty();
    }

    @Test
    void theStepComesAfterThoseOfTheUser() {
        SparkConf conf = new SparkConf(false);
        PodNodes.addStep(conf);
        assertThat(conf.get(PodNodes.STEPS)).isEqualTo(NodeNameStep.class.getName());
        conf.set(PodNodes.STEPS, "a.Step");
        PodNodes.addStep(conf);
        PodNodes.addStep(conf);
        assertThat(conf.get(PodNodes.STEPS)).isEqualTo("a.Step," + NodeNameStep.class.getName());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/mnt/tiercel", "/mnt/tiercel/", "/mnt/tiercel/deep", "/mnt/other/../tiercel"})
    void aVolumeOfTheNodeHoldsWhatIsBelowItsMount(String directory) {
        assertThat(NodeVolumes.hold(volume("hostPath"), directory)).isTrue();
        assertThat(NodeVolumes.hold(volume("emptyDir"), directory)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/mnt/tiercel2", "/mnt", "tiercel", "/mnt/tiercel/../x", "\0"})
    void andNothingElse(String directory) {
        assertThat(NodeVolumes.hold(volume("hostPath"), directory)).isFalse();
    }

    private static SparkConf volume(String kind) {
        String prefix = "spark.kubernetes.executor.volumes." + kind + ".cache.";
        return new SparkConf(false)
                .set(prefix + "mount.path", "/mnt/tiercel")
                .set(prefix + "options.path", "/mnt/ssd/tiercel");
    }
}

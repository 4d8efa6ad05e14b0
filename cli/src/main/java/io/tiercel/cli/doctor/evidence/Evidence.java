package io.tiercel.cli.doctor.evidence;

import io.tiercel.cli.spark.SwitchedOff;
import io.tiercel.hdfs.probe.ClusterFacts;
import io.tiercel.protocol.AgentState;
import io.tiercel.protocol.StatusReply;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * All that the checks look at.
 *
 * @param version of this command; empty outside a jar
 * @param master of Spark, that will be used; empty for the one in its configuration
 * @param hadoop the client's configuration in HADOOP_CONF_DIR
 */
public record Evidence(
        Optional<String> version,
        Map<String, String> environment,
        Optional<String> master,
        Seen<SparkInstallation> spark,
        Seen<Configuration> hadoop,
        Seen<ClusterFacts> hdfs,
        Seen<Coordinators> coordinators) {

    /** The status of the active coordinator; empty if none is, or several are. */
    public Optional<StatusReply> status() {
        return coordinators.value().flatMap(Coordinators::status);
    }

    /** Agents that the active coordinator hears. */
    public List<AgentState> aliveAgents() {
        return status().map(StatusReply::getAgentsList).orElse(List.of()).stream()
                .filter(AgentState::getAlive)
                .toList();
    }

    /** The entries of {@code spark-defaults.conf}; none without a Spark. */
    public Map<String, String> sparkDefaults() {
        return spark.value().map(SparkInstallation::defaults).orElse(Map.of());
    }

    /** Whether all applications have caches of shared storage. */
    public boolean hasCaches() {
        return spark.value().map(SparkInstallation::isSwitchedOn).orElse(false)
                && !SwitchedOff.by(sparkDefaults()).contains(SwitchedOff.DISABLED)
                && !sparkDefaults()
                        .getOrDefault("spark.tiercel.cache.directory", "")
                        .isBlank();
    }
}

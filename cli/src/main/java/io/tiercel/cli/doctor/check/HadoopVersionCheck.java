package io.tiercel.cli.doctor.check;

import io.tiercel.cli.doctor.evidence.Evidence;
import io.tiercel.hdfs.probe.ClusterFacts;
import io.tiercel.hdfs.probe.ClusterFacts.Node;
import io.tiercel.hdfs.probe.Fact.Question;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Whether there are DataNodes, of a version that was tried. */
final class HadoopVersionCheck implements Check {
    @Override
    public String name() {
        return "hadoop-version";
    }

    @Override
    public void look(Evidence evidence, Report report) {
        evidence.hdfs()
                .value()
                .filter(hdfs -> hdfs.isReached() && hdfs.otherFileSystem().isEmpty())
                .ifPresent(hdfs -> {
                    if (hdfs.knowsNodes()) {
                        nodes(hdfs, report);
                    } else {
                        report.unchecked(
                                "DataNodes and their versions were not listed: "
                                        + hdfs.failure(Question.NODES).orElse("HDFS did not answer in time"),
                                "run tiercel doctor as HDFS' superuser; nothing else of Tiercel needs that");
                    }
                });
    }

    private static void nodes(ClusterFacts hdfs, Report report) {
        if (hdfs.nodes().isEmpty()) {
            report.error("no live DataNode", "start the DataNodes, or wait until they have registered");
            return;
        }
        Set<String> versions = hdfs.nodes().stream().map(Node::version).collect(Collectors.toCollection(TreeSet::new));
        String found = hdfs.nodes().size() + " live DataNodes of version " + String.join(", ", versions);
        if (versions.stream().allMatch(SupportedVersions::isTestedHadoop)) {
            report.ok(found);
        } else {
            report.warning(
                    found + ": not all of these were tried",
                    "Tiercel is tested on HDFS " + SupportedVersions.HADOOPS
                            + "; others should do for Spark's plugin if they report storage types");
        }
    }
}

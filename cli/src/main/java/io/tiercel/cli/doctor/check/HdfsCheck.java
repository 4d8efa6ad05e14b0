package io.tiercel.cli.doctor.check;

import io.tiercel.cli.doctor.evidence.Evidence;
import io.tiercel.hdfs.probe.ClusterFacts;
import io.tiercel.hdfs.probe.Fact.Question;
import java.util.Optional;

/** Whether there is an HDFS that answers. */
final class HdfsCheck implements Check {
    @Override
    public String name() {
        return "hdfs";
    }

    @Override
    public void look(Evidence evidence, Report report) {
        evidence.hdfs().value().ifPresent(hdfs -> {
            if (hdfs.configuration().isPresent()) {
                report.ok("client configuration " + hdfs.configuration().get());
            } else {
                report.hint(
                        "no core-site.xml on the class path",
                        "set HADOOP_CONF_DIR to the directory of your cluster's client configuration");
            }
            reached(hdfs, evidence.hasCaches(), report);
        });
    }

    private static void reached(ClusterFacts hdfs, boolean hasCaches, Report report) {
        Optional<String> failure = hdfs.failure(Question.REACH);
        if (failure.isPresent() || !hdfs.isReached()) {
            report.error(
                    hdfs.uri() + " does not answer: " + failure.orElse("not in time"),
                    "check the address (tiercel doctor --hdfs hdfs://HOST:PORT) and HADOOP_CONF_DIR");
            return;
        }
        report.ok("reached " + hdfs.uri() + " with Hadoop client "
                + hdfs.clientVersion().orElse("of an unknown version"));
        hdfs.otherFileSystem().ifPresent(other -> other(other, hasCaches, report));
        hdfs.failure(Question.PATH).ifPresent(why -> report.error(why, "name a directory with your data, or none"));
        for (Question question : new Question[] {Question.SAMPLE, Question.POLICY}) {
            hdfs.failure(question)
                    .ifPresent(why -> report.unchecked(
                            (question == Question.SAMPLE ? "the files below " : "the storage policy of ") + hdfs.path()
                                    + " could not be looked at: " + why,
                            "name a directory that you may read: --hdfs hdfs://HOST:PORT/DIR"));
        }
    }

    /** Without an HDFS, caches of shared storage are all that can serve. */
    private static void other(String other, boolean hasCaches, Report report) {
        if (hasCaches) {
            report.ok(other + ": caches of shared storage can serve, placement by tiers and memory cannot");
        } else {
            report.error(
                    other + ", which does not tell tiers",
                    "name your HDFS: tiercel doctor --hdfs hdfs://HOST:PORT, or set fs.defaultFS in core-site.xml; for"
                            + " data on S3 or mounts alone set spark.tiercel.cache.directory, and do not set"
                            + " spark.tiercel.enabled=false: docs/shared-storage.md");
        }
    }
}

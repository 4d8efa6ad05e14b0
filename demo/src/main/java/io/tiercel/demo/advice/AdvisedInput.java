package io.tiercel.demo.advice;

import io.tiercel.demo.cluster.SceneData;
import io.tiercel.demo.jobs.SingleJobApplication;
import io.tiercel.demo.run.JobApplication;
import io.tiercel.demo.sharedstorage.SharedStorage;
import io.tiercel.testkit.SparkApp;
import io.tiercel.testkit.s3.S3Server;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tables in HDFS and the same on S3, and Spark's applications over them. */
final class AdvisedInput {
    private final SceneData data;
    private final SharedStorage storage;
    private final long blockBytes;
    private final List<Path> s3aJars = S3Server.s3aJars();

    AdvisedInput(SceneData data, SharedStorage storage, long blockBytes) throws IOException {
        this.data = data;
        this.storage = storage;
        this.blockBytes = blockBytes;
    }

    /** The directory of all tables, in both. */
    String path() {
        return new org.apache.hadoop.fs.Path(data.root()).toUri().getPath();
    }

    /** Bytes that S3 has served. */
    long bytesFromS3() {
        return storage.bytes();
    }

    /**
     * An application that is ready to run.
     *
     * @param log the directory of its event log
     * @param added lines of configuration
     * @param result the file for its time and its result
     */
    SparkApp app(AdvisedApplication application, Path log, Map<String, String> added, Path result) {
        Map<String, String> conf = new LinkedHashMap<>();
        conf.put("spark.app.name", application.sparkName());
        conf.put("spark.eventLog.enabled", "true");
        conf.put("spark.eventLog.dir", log.toUri().toString());
        conf.put("spark.sql.files.maxPartitionBytes", Long.toString(blockBytes));
        List<Path> classPath = new ArrayList<>(List.of(JobApplication.ownClasses()));
        String root = data.root();
        if (application.isOnS3) {
            conf.putAll(storage.applicationKeys());
            classPath.addAll(s3aJars);
            root = SharedStorage.uri(path());
        }
        conf.putAll(added);
        return SparkApp.of(SingleJobApplication.class.getName(), classPath.toArray(Path[]::new))
                .arguments(application.job.id(), root, result.toString())
                .conf(conf);
    }
}

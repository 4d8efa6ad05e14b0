package io.tiercel.demo.advice;

import io.tiercel.demo.jobs.SparkJob;
import io.tiercel.demo.report.Identified;

/** The applications of the scene. */
enum AdvisedApplication implements Identified {
    /** An RDD over text in HDFS. */
    REVENUE(SparkJob.REVENUE, false),

    /** A query over two tables in HDFS, one of them in Parquet. */
    Q12(SparkJob.Q12, false),

    /** An RDD over text on S3. */
    S3_SEARCH(SparkJob.GREP, true);

    final SparkJob job;
    final boolean isOnS3;

    AdvisedApplication(SparkJob job, boolean isOnS3) {
        this.job = job;
        this.isOnS3 = isOnS3;
    }

    /** Its name in Spark. */
    String sparkName() {
        return "demo, " + id();
    }
}

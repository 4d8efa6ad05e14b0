package io.tiercel.cachefs.iceberg;

import io.tiercel.cachefs.NodeCache;
import io.tiercel.cachefs.iceberg.SourceAnswers.Answer;
import io.tiercel.cachefs.store.PagedObject;
import java.util.Map;
import org.apache.iceberg.hadoop.HadoopMetricsContext;
import org.apache.iceberg.io.FileIOMetricsContext;
import org.apache.iceberg.metrics.Counter;
import org.apache.iceberg.metrics.MetricsContext;

/**
 * A node's cache as one {@code FileIO} uses it.
 *
 * @param counter of bytes that S3 gives
 */
record FileCache(NodeCache pages, int pageBytes, SourceAnswers answers, Counter counter) {
    private static final String TABLE_METADATA = ".metadata.json";

    static Counter bytesOfS3(Map<String, String> properties) {
        MetricsContext metrics = new HadoopMetricsContext("s3");
        metrics.initialize(properties);
        return metrics.counter(FileIOMetricsContext.READ_BYTES, MetricsContext.Unit.BYTES);
    }

    /**
     * Whether pages of a file may be kept. Data, deletes and manifests have names that are used once. Table metadata may not: a Hadoop
     * catalog begins with {@code v1.metadata.json} again if a table is dropped and made anew.
     */
    boolean keeps(String location, Answer answer) {
        return answer.length() > 0 && (answer.tag() != null || !location.contains(TABLE_METADATA));
    }

    PagedObject paged(Answer answer) {
        return new PagedObject(answer.version(), pageBytes);
    }
}

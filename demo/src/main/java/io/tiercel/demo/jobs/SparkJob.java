package io.tiercel.demo.jobs;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The jobs that the demo's application can run: what a night's batch does with TPC-H data, and eight applications in the manner of
 * HiBench, as Trident's table 3 names them. The latter read the text once, and count in whole numbers where the order of additions
 * would show.
 */
public enum SparkJob {
    /** Eight exact aggregates over nearly all rows of seven narrow columns. Computes much and reads little. */
    Q1("q1", "TPC-H Q1, pricing summary, SQL over Parquet", SqlJobs::q1),
    /** One sum over few rows, and so nearly a pure scan. */
    Q6("q6", "TPC-H Q6, revenue change, SQL over text", SqlJobs::q6),
    /** Both tables, with a shuffle. */
    Q12("q12", "TPC-H Q12, shipping modes, SQL join of text and Parquet", SqlJobs::q12),
    /** Looks for two words in the widest column of a columnar file, which Q1 leaves out. */
    COMMENTS("comments", "requests by ship mode, SQL over Parquet", SqlJobs::comments),
    GREP("grep", "lines with a word, RDD over text", TextJobs::grep),
    REVENUE("revenue", "revenue by supplier, RDD aggregation over text", TextJobs::revenue),
    SORT("sort", "all lines sorted by a key, RDD", TextJobs::sort),
    WORD_COUNT("wordcount", "words counted, RDD", TextJobs::wordCount),
    AGGREGATION("aggregation", "revenue by supplier, SQL", SqlJobs::aggregation),
    JOIN("join", "two tables joined, SQL", SqlJobs::join),
    BAYES("bayes", "naive Bayes trained on words of comments, RDD", NaiveBayes::train),
    K_MEANS("kmeans", "k-means over four columns, RDD, cached after the first reading", KMeans::cluster),
    PAGE_RANK("pagerank", "PageRank of suppliers and parts, RDD, cached after the first reading", PageRank::rank),
    INDEX("index", "an index of the words of comments, RDD", TextJobs::index),
    /** Not one of the eight: what it does with its first table takes long enough to have the second one in memory meanwhile. */
    LATE_JOIN("latejoin", "a table joined with what long computing leaves of another, SQL", SqlJobs::lateJoin),
    /** Computes for as long as its application says. */
    COMPUTE("compute", "lines counted, with a stated computing time, RDD over text", SharedStorageJobs::compute),
    COMPUTE_COLUMNS(
            "compute-columns",
            "rows of all columns hashed, with a stated computing time, SQL over Parquet",
            SharedStorageJobs::computeColumns),
    COPY("copy", "files copied from shared storage into HDFS", SharedStorageJobs::copy),
    MIX("mix", "lines counted by two jobs side by side, RDD over text", SharedStorageJobs::mix),
    OCCUPIED(
            "occupied",
            "first lines of files, once the slots are free again, RDD over text",
            SharedStorageJobs::occupied);

    private final String id;
    private final String title;
    private final Function<InputTables, List<String>> body;

    SparkJob(String id, String title, Function<InputTables, List<String>> body) {
        this.id = id;
        this.title = title;
        this.body = body;
    }

    public String id() {
        return id;
    }

    public String title() {
        return title;
    }

    /** Runs it and returns its rows as text, in any order; equal results give equal rows. */
    List<String> run(InputTables tables) {
        return body.apply(tables);
    }

    public static List<SparkJob> batch() {
        return List.copyOf(EnumSet.range(Q1, REVENUE));
    }

    /** Those of a batch that read more than they compute: the only ones whose time a scheduler of reads can change. */
    public static List<SparkJob> readers() {
        return List.copyOf(EnumSet.range(Q6, REVENUE));
    }

    public static List<SparkJob> applications() {
        return List.copyOf(EnumSet.range(SORT, INDEX));
    }

    public static Optional<SparkJob> named(String id) {
        return Arrays.stream(values()).filter(job -> job.id.equals(id)).findFirst();
    }
}

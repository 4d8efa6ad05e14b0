package io.tiercel.demo.jobs;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * Eight applications in the manner of HiBench, as Trident's table 3 names them, over the text of TPC-H. Every one reads its input once,
 * and counts in whole numbers where the order of additions would show.
 */
public enum HiBenchJob implements SparkJob {
    SORT("sort", "all lines sorted by a key, RDD", TextJobs::sort),
    WORD_COUNT("wordcount", "words counted, RDD", TextJobs::wordCount),
    AGGREGATION("aggregation", "revenue by supplier, SQL", SqlJobs::aggregation),
    JOIN("join", "two tables joined, SQL", SqlJobs::join),
    BAYES("bayes", "naive Bayes trained on words of comments, RDD", NaiveBayes::train),
    K_MEANS("kmeans", "k-means over four columns, RDD, cached after the first reading", KMeans::cluster),
    PAGE_RANK("pagerank", "PageRank of suppliers and parts, RDD, cached after the first reading", PageRank::rank),
    INDEX("index", "an index of the words of comments, RDD", TextJobs::index),
    /** Not one of the eight: what it does with its first table takes long enough to have the second one in memory meanwhile. */
    LATE_JOIN("latejoin", "a table joined with what long computing leaves of another, SQL", SqlJobs::lateJoin);

    private final String id;
    private final String title;
    private final Function<InputTables, List<String>> body;

    HiBenchJob(String id, String title, Function<InputTables, List<String>> body) {
        this.id = id;
        this.title = title;
        this.body = body;
    }

    /** The eight. */
    public static List<HiBenchJob> applications() {
        return Arrays.stream(values()).filter(job -> job != LATE_JOIN).toList();
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public List<String> run(InputTables tables) {
        return body.apply(tables);
    }
}

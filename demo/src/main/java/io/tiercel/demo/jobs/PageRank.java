package io.tiercel.demo.jobs;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/**
 * PageRank over pages that link as suppliers do to the parts that they deliver. Links stay in the executors after the first reading.
 * Ranks are whole billionths, so that sums do not depend on their order.
 */
final class PageRank {
    private static final int PAGES = 1_000;
    private static final int ITERATIONS = 3;
    private static final long WHOLE = 1_000_000_000;
    private static final long DAMPING_PERCENT = 85;

    private PageRank() {}

    /** A row for each page that anything links to. */
    static List<String> rank(InputTables tables) {
        int parallelism = tables.parallelism();
        JavaPairRDD<Integer, Iterable<Integer>> links = tables.lines("lineitem")
                .mapToPair(PageRank::link)
                .distinct(parallelism)
                .groupByKey(parallelism)
                .cache();
        try {
            JavaPairRDD<Integer, Long> ranks = links.mapValues(targets -> WHOLE);
            for (int i = 0; i < ITERATIONS; i++) {
                ranks = links.join(ranks, parallelism)
                        .values()
                        .flatMapToPair(page -> shares(page._1(), page._2()).iterator())
                        .reduceByKey(Long::sum, parallelism)
                        .mapValues(sum -> WHOLE * (100 - DAMPING_PERCENT) / 100 + sum * DAMPING_PERCENT / 100);
            }
            return ranks.map(rank -> rank._1() + "|" + rank._2()).collect();
        } finally {
            links.unpersist(true);
        }
    }

    private static Tuple2<Integer, Integer> link(String line) {
        String[] fields = LineItemFields.fields(line, LineItemFields.SUPPLIER);
        return new Tuple2<>(
                Integer.parseInt(fields[LineItemFields.SUPPLIER]) % PAGES,
                Integer.parseInt(fields[LineItemFields.PART]) % PAGES);
    }

    private static List<Tuple2<Integer, Long>> shares(Iterable<Integer> targets, long rank) {
        long count = StreamSupport.stream(targets.spliterator(), false).count();
        List<Tuple2<Integer, Long>> shares = new ArrayList<>();
        targets.forEach(target -> shares.add(new Tuple2<>(target, rank / count)));
        return shares;
    }
}

package io.tiercel.demo.jobs;

import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import scala.Tuple2;

/**
 * Multinomial naive Bayes with add-one smoothing: tells ship modes by the words of comments. Trained as MLlib does, by one
 * aggregation of counts over hashed words.
 */
final class NaiveBayes {
    private static final int FEATURES = 1 << 10;

    private NaiveBayes() {}

    /** A row for each class: its share of the lines, and the sum of its weights. */
    static List<String> train(InputTables tables) {
        Map<String, long[]> counts = new HashMap<>();
        tables.lines("lineitem")
                .mapPartitionsToPair(NaiveBayes::counts)
                .reduceByKey(NaiveBayes::sum, tables.parallelism())
                .collect()
                .forEach(each -> counts.put(each._1(), each._2()));
        long lines = counts.values().stream().mapToLong(each -> each[FEATURES]).sum();
        return counts.entrySet().stream()
                .map(each -> each.getKey() + "|" + model(each.getValue(), lines))
                .toList();
    }

    /** Per class: how often each word stands in its lines, and behind them the number of its lines. */
    private static Iterator<Tuple2<String, long[]>> counts(Iterator<String> lines) {
        Map<String, long[]> counts = new HashMap<>();
        while (lines.hasNext()) {
            String[] fields = LineItemFields.fields(lines.next(), LineItemFields.COMMENT);
            long[] count = counts.computeIfAbsent(fields[LineItemFields.SHIP_MODE], none -> new long[FEATURES + 1]);
            LineItemFields.words(fields[LineItemFields.COMMENT])
                    .forEach(word -> count[Math.floorMod(word.hashCode(), FEATURES)]++);
            count[FEATURES]++;
        }
        return counts.entrySet().stream()
                .map(each -> new Tuple2<>(each.getKey(), each.getValue()))
                .iterator();
    }

    private static long[] sum(long[] one, long[] other) {
        long[] sum = one.clone();
        for (int i = 0; i < sum.length; i++) {
            sum[i] += other[i];
        }
        return sum;
    }

    private static String model(long[] counts, long lines) {
        double words = LongStream.of(counts).limit(FEATURES).sum() + FEATURES;
        double weights = 0;
        for (int i = 0; i < FEATURES; i++) {
            weights += StrictMath.log((counts[i] + 1) / words);
        }
        return Double.toHexString(StrictMath.log((double) counts[FEATURES] / lines)) + "|"
                + Double.toHexString(weights);
    }
}

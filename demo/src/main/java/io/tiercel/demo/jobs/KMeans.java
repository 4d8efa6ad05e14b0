package io.tiercel.demo.jobs;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaRDD;

/**
 * Lloyd's k-means over quantity, price, discount and tax, as MLlib does it: the points stay in the executors after the first
 * reading, and each iteration is one aggregation. In whole hundredths, so that sums do not depend on their order.
 */
final class KMeans {
    private static final int CLUSTERS = 5;
    private static final int ITERATIONS = 4;
    private static final int COLUMNS = 4;
    /** Scales all columns to similar ranges. */
    private static final long[] SCALE = {2_000, 1, 900_000, 1_100_000};

    private static final long MOST_PRICE = 10_000_000;

    private KMeans() {}

    static List<String> cluster(InputTables tables) {
        JavaRDD<long[]> points = tables.lines("lineitem").map(KMeans::point).cache();
        try {
            long[][] centres = first();
            for (int i = 0; i < ITERATIONS; i++) {
                centres = moved(points, centres);
            }
            return Arrays.stream(centres)
                    .map(centre ->
                            Arrays.stream(centre).mapToObj(Long::toString).collect(Collectors.joining("|")))
                    .toList();
        } finally {
            points.unpersist(true);
        }
    }

    private static long[] point(String line) {
        String[] fields = LineItemFields.fields(line, LineItemFields.TAX);
        long[] point = new long[COLUMNS];
        for (int i = 0; i < COLUMNS; i++) {
            point[i] = SCALE[i] * LineItemFields.hundredths(fields[LineItemFields.QUANTITY + i]);
        }
        return point;
    }

    private static long[][] first() {
        return Stream.iterate(1, i -> i + 1)
                .limit(CLUSTERS)
                .map(i -> LongStream.generate(() -> MOST_PRICE * i / (CLUSTERS + 1))
                        .limit(COLUMNS)
                        .toArray())
                .toArray(long[][]::new);
    }

    /** Sums of the points of each centre, their number behind them; a centre without points stays. */
    private static long[][] moved(JavaRDD<long[]> points, long[][] centres) {
        long[][] sums = points.aggregate(
                new long[CLUSTERS][COLUMNS + 1], (sum, point) -> add(sum, point, centres), KMeans::sum);
        long[][] moved = new long[CLUSTERS][];
        for (int c = 0; c < CLUSTERS; c++) {
            long count = sums[c][COLUMNS];
            moved[c] = count == 0
                    ? centres[c]
                    : Arrays.stream(sums[c])
                            .limit(COLUMNS)
                            .map(sum -> sum / count)
                            .toArray();
        }
        return moved;
    }

    private static long[][] add(long[][] sums, long[] point, long[][] centres) {
        int nearest = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int c = 0; c < CLUSTERS; c++) {
            double distance = 0;
            for (int i = 0; i < COLUMNS; i++) {
                double difference = point[i] - centres[c][i];
                distance += difference * difference;
            }
            if (distance < least) {
                least = distance;
                nearest = c;
            }
        }
        for (int i = 0; i < COLUMNS; i++) {
            sums[nearest][i] += point[i];
        }
        sums[nearest][COLUMNS]++;
        return sums;
    }

    private static long[][] sum(long[][] one, long[][] other) {
        for (int c = 0; c < CLUSTERS; c++) {
            for (int i = 0; i <= COLUMNS; i++) {
                one[c][i] += other[c][i];
            }
        }
        return one;
    }
}

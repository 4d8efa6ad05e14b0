package io.tiercel.demo.jobs;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;
import java.util.zip.CRC32C;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

/** Jobs on the lines of a table: sorting, looking for words, counting and indexing them, and adding up by key. */
final class TextJobs {
    /** Beyond all lines' numbers, so that they sort as text. */
    private static final long FIXED_LENGTH = 1_000_000_000_000L;

    private TextJobs() {}

    /**
     * In the manner of TeraSort: ranges of keys, each sorted where it is. The output is not written but checked: a row for each range,
     * with its length, its ends and a sum over all its lines in their order.
     */
    static List<String> sort(InputTables tables) {
        JavaPairRDD<String, String> byKey = tables.lines("lineitem").mapToPair(line -> {
            String[] fields = LineItemFields.fields(line, LineItemFields.SHIP_DATE);
            String key = fields[LineItemFields.SHIP_DATE] + (FIXED_LENGTH + LineItemFields.id(fields));
            return new Tuple2<>(key, line);
        });
        return byKey.repartitionAndSortWithinPartitions(new DateRangePartitioner(tables.parallelism()))
                .mapPartitions(TextJobs::summary)
                .collect();
    }

    private static Iterator<String> summary(Iterator<Tuple2<String, String>> sorted) {
        CRC32C sum = new CRC32C();
        String first = "";
        String last = "";
        long lines = 0;
        while (sorted.hasNext()) {
            Tuple2<String, String> next = sorted.next();
            first = lines == 0 ? next._1() : first;
            last = next._1();
            lines++;
            sum.update(next._2().getBytes(StandardCharsets.US_ASCII));
        }
        return List.of(lines + "|" + first + "|" + last + "|" + Long.toHexString(sum.getValue()))
                .iterator();
    }

    static List<String> wordCount(InputTables tables) {
        return tables.lines("lineitem")
                .flatMap(line -> LineItemFields.words(line).iterator())
                .mapToPair(word -> new Tuple2<>(word, 1L))
                .reduceByKey(Long::sum, tables.parallelism())
                .map(count -> count._1() + "|" + count._2())
                .collect();
    }

    /** In the manner of Nutch's indexing: where each word stands. A row for each word: in how many lines, and a sum over these in order. */
    static List<String> index(InputTables tables) {
        return tables.lines("lineitem")
                .mapPartitionsToPair(TextJobs::postings)
                .groupByKey(tables.parallelism())
                .map(word -> word._1() + "|" + Arrays.hashCode(sorted(word._2())) + "|" + sorted(word._2()).length)
                .collect();
    }

    private static Iterator<Tuple2<String, long[]>> postings(Iterator<String> lines) {
        Map<String, LongStream.Builder> places = new HashMap<>();
        while (lines.hasNext()) {
            String[] fields = LineItemFields.fields(lines.next(), LineItemFields.COMMENT);
            long id = LineItemFields.id(fields);
            LineItemFields.words(fields[LineItemFields.COMMENT])
                    .forEach(word -> places.computeIfAbsent(word, none -> LongStream.builder())
                            .add(id));
        }
        List<Tuple2<String, long[]>> postings = new ArrayList<>();
        places.forEach(
                (word, ids) -> postings.add(new Tuple2<>(word, ids.build().toArray())));
        return postings.iterator();
    }

    private static long[] sorted(Iterable<long[]> parts) {
        return StreamSupport.stream(parts.spliterator(), false)
                .flatMapToLong(Arrays::stream)
                .sorted()
                .toArray();
    }

    static List<String> grep(InputTables tables) {
        return List.of(Long.toString(tables.lines("lineitem")
                .filter(line -> line.contains("express"))
                .count()));
    }

    static List<String> revenue(InputTables tables) {
        JavaPairRDD<String, Long> cents = tables.lines("lineitem").mapToPair(line -> {
            String[] fields = LineItemFields.fields(line, LineItemFields.PRICE);
            return new Tuple2<>(
                    fields[LineItemFields.SUPPLIER], LineItemFields.hundredths(fields[LineItemFields.PRICE]));
        });
        return cents.reduceByKey(Long::sum, tables.parallelism())
                .map(sum -> sum._1() + "|" + sum._2())
                .collect();
    }

    /** Ranges of keys that begin with a date, a month at least; TPC-H ships evenly from 1992 to 1998. */
    private static final class DateRangePartitioner extends Partitioner {
        private static final long serialVersionUID = 1;
        private static final int FIRST_YEAR = 1992;
        private static final int MONTHS = 84;

        private final int ranges;

        DateRangePartitioner(int ranges) {
            this.ranges = ranges;
        }

        @Override
        public int numPartitions() {
            return ranges;
        }

        @Override
        public int getPartition(Object key) {
            String date = (String) key;
            int year = Integer.parseInt(date, 0, 4, 10) - FIRST_YEAR;
            int month = 12 * year + Integer.parseInt(date, 5, 7, 10) - 1;
            return Math.min(ranges - 1, month * ranges / MONTHS);
        }
    }
}

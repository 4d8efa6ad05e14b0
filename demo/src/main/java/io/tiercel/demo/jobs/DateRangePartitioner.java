package io.tiercel.demo.jobs;

import org.apache.spark.Partitioner;

/** Ranges of keys that begin with a date, a month at least; TPC-H ships evenly from 1992 to 1998. */
final class DateRangePartitioner extends Partitioner {
    private static final long serialVersionUID = 1;
    private static final int FIRST_YEAR = 1992;
    private static final int MONTHS = 84;
    private static final int YEAR_END = 4;
    private static final int MONTH_END = 7;

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
        int year = Integer.parseInt(date, 0, YEAR_END, 10) - FIRST_YEAR;
        int month = 12 * year + Integer.parseInt(date, YEAR_END + 1, MONTH_END, 10) - 1;
        return Math.min(ranges - 1, month * ranges / MONTHS);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DateRangePartitioner ranged && ranged.ranges == ranges;
    }

    @Override
    public int hashCode() {
        return ranges;
    }
}

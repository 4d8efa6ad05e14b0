package io.tiercel.sim.paper;

import io.tiercel.sim.paper.FigureResult.Series;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The rows of a figure in Trident's evaluation: each is one metric of one system.
 *
 * @param <S> the systems
 */
record TridentTable<S>(List<Row<S>> rows) {
    /**
     * One series of the figure.
     *
     * @param name as the paper calls it
     * @param reported what the paper reports for the columns, as {@link Series#of} reads it
     */
    record Row<S>(String name, S system, TridentMetric metric, String reported) {}

    static <S> Row<S> row(String name, S system, TridentMetric metric, String reported) {
        return new Row<>(name, system, metric, reported);
    }

    /** Runs each system once; for figures that compare with no base. */
    List<Series> series(Function<S, List<JobStatistics>> runs) {
        return seriesAgainst(List.of(), runs);
    }

    /**
     * Runs each system once.
     *
     * @param base the columns of the system with which metrics compare; empty for none
     * @param runs the columns of a system
     */
    List<Series> seriesAgainst(List<JobStatistics> base, Function<S, List<JobStatistics>> runs) {
        Map<S, List<JobStatistics>> known = new HashMap<>();
        List<Series> all = new ArrayList<>();
        for (Row<S> row : rows) {
            List<JobStatistics> columns = known.computeIfAbsent(row.system(), runs);
            double[] values = new double[columns.size()];
            for (int c = 0; c < values.length; c++) {
                JobStatistics ours = columns.get(c);
                values[c] = row.metric().of(ours, base.isEmpty() ? ours : base.get(c));
            }
            all.add(Series.of(row.name(), row.reported(), values));
        }
        return all;
    }
}

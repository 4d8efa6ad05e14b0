package io.tiercel.prefetch.plan;

import io.tiercel.prefetch.PrefetchProblem;
import io.tiercel.prefetch.model.IndexedJob;

/** The least time over every subset of blocks from every replica that there is room for: for small problems. */
final class BestSubset {
    private final Forecast forecast;
    private final int[] source;
    private final long[] room;
    private double best;

    private BestSubset(PrefetchProblem problem, PlannerSettings settings) {
        forecast = new Forecast(problem, settings.models());
        source = forecast.job.withoutSources();
        room = forecast.job.memoryFree.clone();
        best = forecast.secondsWithout;
    }

    static double seconds(PrefetchProblem problem, PlannerSettings settings) {
        BestSubset search = new BestSubset(problem, settings);
        search.from(0);
        return search.best;
    }

    private void from(int block) {
        IndexedJob job = forecast.job;
        if (block == job.blocks()) {
            best = Math.min(best, forecast.seconds(source, 0));
            return;
        }
        from(block + 1);
        if (job.blockReady[block] < Double.POSITIVE_INFINITY) {
            return;
        }
        for (int i = job.firstDevice[block]; i < job.firstDevice[block + 1]; i++) {
            int device = job.devices[i];
            int node = job.deviceNode[device];
            if (room[node] >= job.blockBytes[block]) {
                room[node] -= job.blockBytes[block];
                source[block] = device;
                from(block + 1);
                source[block] = -1;
                room[node] += job.blockBytes[block];
            }
        }
    }
}

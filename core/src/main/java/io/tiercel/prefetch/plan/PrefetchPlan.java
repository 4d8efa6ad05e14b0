package io.tiercel.prefetch.plan;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * The blocks to prefetch for a job, with reasons.
 *
 * @param blocks the decision on each block of the problem
 * @param degree most blocks that a device has to read; 0 if nothing is prefetched
 * @param delay by which the first tasks are to be held back, seconds
 * @param secondsWithout when the job should end without prefetching
 * @param seconds when the job should end under this plan
 * @param trials every modelled selection, in order
 * @param end why the search ended
 * @param model behind the times
 */
public record PrefetchPlan(
        List<BlockDecision> blocks,
        int degree,
        double delay,
        double secondsWithout,
        double seconds,
        List<DegreeTrial> trials,
        SearchEnd end,
        PlanModel model) {
    public PrefetchPlan {
        blocks = List.copyOf(blocks);
        trials = List.copyOf(trials);
    }

    /** Indices of the blocks to prefetch, in the order of need. */
    public List<Integer> taken() {
        return IntStream.range(0, blocks.size())
                .filter(b -> blocks.get(b).taken())
                .boxed()
                .sorted(Comparator.comparingDouble(b -> blocks.get(b).neededAt()))
                .toList();
    }

    public String summary() {
        long count = blocks.stream().filter(BlockDecision::taken).count();
        if (count == 0) {
            return String.format(
                    Locale.ROOT, "nothing of %d blocks prefetched: job %.2f s; %s", blocks.size(), seconds, search());
        }
        return String.format(
                Locale.ROOT,
                "%d of %d blocks prefetched: job %.2f s instead of %.2f s, at most %s per device, delay %.2f s; %s",
                count,
                blocks.size(),
                seconds,
                secondsWithout,
                degree == 1 ? "1 block" : degree + " blocks",
                delay,
                search());
    }

    private String search() {
        return model == PlanModel.SHARED_DEVICES ? end.text() : end.text() + "; modelled with " + model.text();
    }
}

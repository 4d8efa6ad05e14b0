package io.tiercel.spark.prefetch;

import io.tiercel.model.BlockId;
import io.tiercel.spark.SerialExecutor;
import io.tiercel.spark.event.TiercelEvent;
import io.tiercel.spark.memory.PrefetchRequests;
import io.tiercel.spark.prefetch.learn.StageKind;
import io.tiercel.spark.prefetch.learn.StageModel.ComputingSample;
import io.tiercel.spark.prefetch.learn.StageModelStore;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.Predicate;

/**
 * The parts of an application's prefetching that its stages share. Only actions of {@code thread} may use the others.
 *
 * @param taskSeconds mean running time of the application's recent tasks; NaN before the first has ended
 */
record PrefetchContext(
        SerialExecutor thread,
        PrefetchRequests requests,
        PlannerSelection planners,
        PrefetchProblemFactory problems,
        StageModelStore models,
        BlockClaims claims,
        PlanRecorder recorder,
        Consumer<TiercelEvent> events,
        DoubleSupplier taskSeconds,
        StageListener listener) {

    /** Learns from each stage for the others: a query's stages read the blocks that were requested for the query. */
    interface StageListener {
        /** A task that reads these blocks was launched. */
        void launched(List<BlockId> blocks, Predicate<BlockId> inMemory);

        /** A task that reads {@code block} has computed for {@code sample}'s time; {@code kind} has learnt it. */
        void computed(StageKind kind, BlockId block, ComputingSample sample);

        /** A stage has ended. */
        void ended(StagePrefetch stage);
    }
}

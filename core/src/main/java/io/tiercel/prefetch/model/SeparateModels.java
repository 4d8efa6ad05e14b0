package io.tiercel.prefetch.model;

/** The paper's two models: prefetching, then execution, neither of which slows the other. */
public final class SeparateModels implements JobModel {
    private final IndexedJob job;
    private final Sharing sharing;
    private final ExecutionModel execution;
    private PrefetchModel prefetching;

    public SeparateModels(IndexedJob job, Sharing sharing, RescoringMode foresight) {
        this.job = job;
        this.sharing = sharing;
        this.execution = new ExecutionModel(job, foresight);
        this.prefetching = new PrefetchModel(job, sharing, new double[job.blocks()]);
    }

    @Override
    public void orderBy(double[] neededAt) {
        prefetching = new PrefetchModel(job, sharing, neededAt);
    }

    @Override
    public double run(int[] source, double delay, double[] ready, double[] starts) {
        prefetching.run(source, ready);
        return execution.run(ready, delay, starts);
    }

    @Override
    public double again(int[] source, double delay, double[] ready, double[] starts) {
        return execution.again(ready, delay, starts);
    }

    @Override
    public void undisturbed(int[] source, double[] ready) {
        prefetching.run(source, ready);
    }

    @Override
    public boolean inMemory(double ready, double start) {
        return execution.inMemory(ready, start);
    }
}

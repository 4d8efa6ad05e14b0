package io.tiercel.sim.paper;

import io.tiercel.sim.job.Locality;
import java.util.function.ToDoubleBiFunction;

/** Metrics of Trident's evaluation, in percent. Some compare jobs with those of a base system. */
enum TridentMetric {
    DATA_LOCAL((jobs, base) -> jobs.percent(Locality::isDataLocal)),
    MEMORY_LOCAL((jobs, base) -> jobs.percent(Locality.MEMORY_LOCAL::equals)),
    SSD_LOCAL((jobs, base) -> jobs.percent(Locality.SSD_LOCAL::equals)),
    HDD_LOCAL((jobs, base) -> jobs.percent(Locality.HDD_LOCAL::equals)),
    FROM_MEMORY((jobs, base) -> jobs.percent(Locality::isFromMemory)),
    WASTED((jobs, base) -> jobs.wasted()),
    SOONER(JobStatistics::sooner),
    LEANER(JobStatistics::leaner);

    private final ToDoubleBiFunction<JobStatistics, JobStatistics> value;

    TridentMetric(ToDoubleBiFunction<JobStatistics, JobStatistics> value) {
        this.value = value;
    }

    double of(JobStatistics jobs, JobStatistics base) {
        return value.applyAsDouble(jobs, base);
    }
}

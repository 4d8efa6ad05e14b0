package io.tiercel.demo.reuse;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tiercel.demo.run.JobTrial;
import io.tiercel.sim.validation.MeasuredRun;

/**
 * One of two identical jobs, run once.
 *
 * @param policy by which tasks are placed
 * @param fit {@link MemoryFit#id}
 * @param second whether an identical job has run just before; else the data was cold
 */
record ReuseTrial(String policy, String fit, boolean second, @JsonUnwrapped JobTrial run) {
    MeasuredRun measured() {
        return run.measured(policy, fit + (second ? ", second" : ", first"), 0, run.servedInAll());
    }
}

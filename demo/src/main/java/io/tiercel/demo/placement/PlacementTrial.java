package io.tiercel.demo.placement;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tiercel.demo.run.JobTrial;

/** One job, run once, cold, under one policy. */
record PlacementTrial(String policy, String job, @JsonUnwrapped JobTrial run) {}

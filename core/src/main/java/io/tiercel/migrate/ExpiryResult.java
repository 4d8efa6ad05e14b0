package io.tiercel.migrate;

import java.util.List;

/** The jobs and the agents whose lease has ended. */
public record ExpiryResult(List<String> jobs, List<String> agents) {}

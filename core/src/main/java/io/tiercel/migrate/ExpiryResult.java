package io.tiercel.migrate;

import io.tiercel.migrate.ledger.Eviction;
import java.util.List;

/**
 * What has expired.
 *
 * @param jobs those whose lease has ended; their claims are gone
 * @param agents those whose lease has ended; their blocks count as gone
 * @param evictions what agents are told to let go at their next poll because of it
 */
public record ExpiryResult(List<String> jobs, List<String> agents, List<Eviction> evictions) {
    public ExpiryResult {
        jobs = List.copyOf(jobs);
        agents = List.copyOf(agents);
        evictions = List.copyOf(evictions);
    }
}

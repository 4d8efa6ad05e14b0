package io.tiercel.demo.placement;

import static io.tiercel.demo.placement.PlacementTrials.trial;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SummaryTableTest {
    @Test
    void oneLineForEachPolicy() {
        PolicyComparison comparison =
                new PolicyComparison(List.of(trial(1, "stock", "q1", 2, "a"), trial(1, "trident", "q1", 1, "a")));

        assertThat(SummaryTable.lines(comparison.overall()))
                .startsWith(
                        "policy   median s  vs stock    (min-max)  best tier  memory   SSD  HDD  rack  remote  from SSD*  sched. us median  max",
                        "stock         2.0     1.00x  (1.00-1.00)        33%      0%   33%  67%    0%      0%        33%               100  900",
                        "trident       1.0     2.00x  (2.00-2.00)       100%      0%  100%   0%    0%      0%       100%               100  900");
    }
}

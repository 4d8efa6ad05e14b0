package io.tiercel.demo.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.demo.report.ReportClaim;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueryReportTest {
    @Test
    void eachClaimFailsByItself() {
        assertThat(holding(15, 20)).containsExactly("query-with-lead", "query-without-lead");
        assertThat(holding(15.5, 20)).containsExactly("query-without-lead");
        assertThat(holding(15, 21.1)).containsExactly("query-with-lead");
    }

    private static List<String> holding(double afterWait, double atOnce) {
        return new QueryReport(HadoopTrials.queries(afterWait, atOnce))
                .claims().stream()
                        .filter(ReportClaim::holds)
                        .map(ReportClaim::name)
                        .toList();
    }
}

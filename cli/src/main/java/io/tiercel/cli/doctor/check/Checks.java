package io.tiercel.cli.doctor.check;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.doctor.evidence.Evidence;
import java.util.List;

/** All checks, in the order in which their findings are printed. */
public final class Checks {
    private static final List<Check> ALL = List.of(
            new EvidenceCheck(),
            new SparkVersionCheck(),
            new JavaCheck(),
            new SparkPluginCheck(),
            new LocalityWaitCheck(),
            new MasterCheck(),
            new HdfsCheck(),
            new HadoopVersionCheck(),
            new TiersCheck(),
            new RacksCheck(),
            new CoordinatorCheck(),
            new CoordinatorNamesCheck(),
            new AgentsCheck(),
            new LockLimitCheck(),
            new MemoryBudgetCheck(),
            new ScoresCheck(),
            new SecurityCheck());

    private Checks() {}

    public static List<Finding> findings(Evidence evidence) {
        return ALL.stream().flatMap(check -> findings(check, evidence).stream()).toList();
    }

    /** What one check finds. One that fails says so, and does not keep the others from looking. */
    static List<Finding> findings(Check check, Evidence evidence) {
        Report report = new Report(check.name());
        try {
            check.look(evidence, report);
        } catch (CommandFailure e) {
            report.unchecked(check.name() + " was not checked to its end: " + e.getMessage(), "");
        } catch (RuntimeException e) {
            report.unchecked(
                    check.name() + " was not checked to its end: " + e, "tell us: this is an error of tiercel doctor");
        }
        return report.findings();
    }

    static List<Check> all() {
        return ALL;
    }
}

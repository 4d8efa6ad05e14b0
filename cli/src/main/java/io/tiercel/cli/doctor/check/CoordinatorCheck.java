package io.tiercel.cli.doctor.check;

import io.tiercel.cli.doctor.evidence.Coordinators;
import io.tiercel.cli.doctor.evidence.Coordinators.Asked;
import io.tiercel.cli.doctor.evidence.Evidence;
import io.tiercel.client.Answer;
import io.tiercel.protocol.StatusReply;
import java.util.List;
import java.util.Optional;

/** Whether exactly one coordinator is active, and answers. */
final class CoordinatorCheck implements Check {
    private static final String WHEN_IT_BREAKS = "docs/operations.md, 'When it breaks', explains this line";

    @Override
    public String name() {
        return "coordinator";
    }

    @Override
    public void look(Evidence evidence, Report report) {
        evidence.coordinators().value().ifPresent(coordinators -> look(coordinators, evidence.version(), report));
    }

    private static void look(Coordinators coordinators, Optional<String> version, Report report) {
        List<Asked> active =
                coordinators.asked().stream().filter(Asked::isActive).toList();
        coordinators.asked().forEach(asked -> look(asked, !active.isEmpty(), version, report));
        if (active.size() > 1) {
            report.error(
                    active.size() + " coordinators say that they are active",
                    "name the coordinators of one HDFS only; if these are, see which NameNode is active: 'hdfs haadmin"
                            + " -getAllServiceState'");
        } else if (active.isEmpty() && coordinators.asked().stream().anyMatch(Asked::isStandby)) {
            report.error(
                    "no coordinator is active",
                    "name hdfs://NAMESERVICE, or the coordinators of all NameNodes; look for 'coordinator listens on' in"
                            + " the log of the active NameNode");
        }
    }

    private static void look(Asked asked, boolean anotherIsActive, Optional<String> version, Report report) {
        String name = "coordinator " + asked.endpoint();
        if (asked.answer() instanceof Answer.Given<StatusReply> given) {
            active(name, given.given(), version, report);
        } else if (asked.isStandby()) {
            report.ok(name + " is in standby");
        } else if (asked.answer() instanceof Answer.Refused<StatusReply> refused) {
            report.error(name + " refuses this user: " + refused.why(), WHEN_IT_BREAKS);
        } else if (anotherIsActive) {
            report.warning(
                    asked.answer().why() + ": after a failover nobody would answer there",
                    fix(asked.answer().why()));
        } else {
            report.error(asked.answer().why(), fix(asked.answer().why()));
        }
    }

    private static void active(String name, StatusReply status, Optional<String> version, Report report) {
        String its = status.getVersion();
        report.ok(name + " is active" + (its.isEmpty() ? "" : ", version " + its));
        version.filter(own -> !its.isEmpty() && !own.equals(its))
                .ifPresent(own -> report.hint(
                        name + " has version " + its + ", this command " + own,
                        "finish the upgrade: docs/operations.md, 'Upgrade and roll back'"));
    }

    /** The fix, chosen by the words of the client and of the JDK. */
    private static String fix(String why) {
        if (why.contains("Connection refused")) {
            return "start it: dfs.namenode.plugins=io.tiercel.hdfs.plugin.CoordinatorPlugin in the NameNode, or 'tiercel"
                    + " coordinator'; if it runs, its log says where it listens";
        }
        if (why.contains("did not answer in time") || why.contains("timed out")) {
            return "see whether that machine is up, and whether a firewall closes the port";
        }
        if (why.contains("resolve host") || why.contains("not known") || why.contains("No address associated")) {
            return "check the name: this machine does not know it";
        }
        if (why.contains("something else answers")) {
            return "correct the address: the coordinator's port is in tiercel.coordinator.address, 7411 by default";
        }
        if (why.contains("may expect TLS")) {
            return "set HADOOP_CONF_DIR to the cluster's configuration: this one has simple authentication, the"
                    + " coordinator's may have Kerberos";
        }
        return WHEN_IT_BREAKS;
    }
}

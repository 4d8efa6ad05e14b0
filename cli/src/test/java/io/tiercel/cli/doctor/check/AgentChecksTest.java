package io.tiercel.cli.doctor.check;

import static io.tiercel.cli.doctor.check.FakeEvidence.agent;
import static io.tiercel.cli.doctor.check.FakeEvidence.device;
import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.cli.FakeSpark;
import io.tiercel.hdfs.probe.Fact.Kind;
import io.tiercel.protocol.AgentState;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentChecksTest {
    private static final long GIB = 1L << 30;

    @TempDir
    private Path directory;

    /** With 16 GiB, all of which it may lock. */
    private static AgentState.Builder well(String host) {
        return agent(host)
                .setPins(true)
                .setBudgetBytes(16 * GIB)
                .setConfiguredBudgetBytes(16 * GIB)
                .setLockableBytes(Long.MAX_VALUE);
    }

    private static FakeEvidence nodes(String... hosts) {
        FakeEvidence evidence = new FakeEvidence();
        for (String host : hosts) {
            evidence.fact(Kind.NODE, "uuid-" + host, host, "3.5.0", "DISK");
        }
        return evidence.fact(Kind.NODES, hosts.length);
    }

    @Test
    void anAgentOnEachNodeIsFine() {
        assertThat(nodes("n1", "n2").agents(well("n1"), well("n2")).found(new AgentsCheck()))
                .containsExactly("OK 2 of 2 agents answer", "OK each of 2 live DataNodes has an agent");
        assertThat(nodes("n1").found(new AgentsCheck())).isEmpty();
    }

    @Test
    void aNodeWithoutAgentIsAWarning() {
        assertThat(nodes("n1", "n2", "n3").agents(well("n1")).found(new AgentsCheck()))
                .last()
                .asString()
                .startsWith("WARNING DataNodes without an agent: 2 of 3 live DataNodes (n2, n3)")
                .contains("-> in hdfs-site.xml of these DataNodes set dfs.datanode.plugins=");
    }

    /** Users who are not HDFS' superuser know the hosts of the blocks that they looked at. */
    @Test
    void withoutAListOfNodesTheHostsOfBlocksCount() {
        FakeEvidence evidence = new FakeEvidence()
                .fact(Kind.SAMPLE, 1, 0, 1, 0)
                .fact(Kind.SAMPLE_HOST, "n1")
                .fact(Kind.SAMPLE_HOST, "n2");

        assertThat(evidence.agents(well("N1")).found(new AgentsCheck()))
                .last()
                .asString()
                .startsWith("WARNING DataNodes without an agent: 1 of 2 DataNodes with blocks of the sample (n2)");
    }

    @Test
    void noAgentsAreAWarning() {
        assertThat(nodes("n1").coordinatorVersion("1").found(new AgentsCheck()))
                .singleElement()
                .asString()
                .startsWith("WARNING the coordinator has no agents");
    }

    @Test
    void silentAgentsAreAWarning() {
        assertThat(new FakeEvidence()
                        .agents(well("n1"), well("n2").setAlive(false))
                        .found(new AgentsCheck()))
                .first()
                .asString()
                .startsWith("WARNING silent agents: 1 (n2)");
    }

    @Test
    void manyHostsAreCounted() {
        AgentState.Builder[] silent = new AgentState.Builder[7];
        for (int i = 0; i < silent.length; i++) {
            silent[i] = agent("n" + i).setAlive(false);
        }

        assertThat(new FakeEvidence().agents(silent).found(new AgentsCheck()))
                .first()
                .asString()
                .startsWith("WARNING silent agents: 7 (n0, n1, n2, n3, n4 and 2 more)");
    }

    @Test
    void agentsOfAnotherVersionAreAHint() {
        assertThat(new FakeEvidence()
                        .coordinatorVersion("2.0")
                        .agents(well("n1").setVersion("2.0"), well("n2").setVersion("1.0"), well("n3"))
                        .found(new AgentsCheck()))
                .last()
                .asString()
                .startsWith("HINT agents of version 1.0, while the coordinator has 2.0: 1 (n2)");
    }

    @Test
    void agentsThatLockAreFine() {
        assertThat(new FakeEvidence().agents(well("n1")).found(new LockLimitCheck()))
                .containsExactly("OK agents may lock their memory");
        assertThat(new FakeEvidence().agents(agent("n1")).found(new LockLimitCheck()))
                .isEmpty();
    }

    @Test
    void anAgentThatCannotLockIsAWarning() {
        assertThat(new FakeEvidence()
                        .agents(well("n1"), well("n2").setPins(false).setLockableBytes(65_536))
                        .found(new LockLimitCheck()))
                .singleElement()
                .asString()
                .startsWith("WARNING agents that cannot lock memory: 1 (n2), which may lock 64 KiB of 16 GiB;")
                .contains("-> allow these DataNodes to lock 17179869184 bytes", "LimitMEMLOCK=", "ulimit -l");
    }

    /** The kernel refuses it all the same, such as in a user namespace. */
    @Test
    void aLimitThatIsHighEnoughIsNotBlamed() {
        assertThat(new FakeEvidence().agents(well("n2").setPins(false)).found(new LockLimitCheck()))
                .singleElement()
                .asString()
                .startsWith("WARNING agents that cannot lock memory: 1 (n2);")
                .contains("-> the limit is high enough: look for");
    }

    @Test
    void aLockLimitThatTakesMemoryAwayIsAWarningOfTheLimitAlone() {
        FakeEvidence evidence =
                new FakeEvidence().agents(well("n1").setBudgetBytes(8 * GIB).setLockableBytes(8 * GIB));

        assertThat(evidence.found(new LockLimitCheck()))
                .singleElement()
                .asString()
                .startsWith(
                        "WARNING agents whose lock limit leaves less memory than configured: 1 (n1), which may lock 8"
                                + " GiB of 16 GiB");
        assertThat(evidence.found(new MemoryBudgetCheck())).allMatch(line -> line.startsWith("OK "));
    }

    @Test
    void memoryThatIsThereIsSaid() {
        assertThat(new FakeEvidence()
                        .agents(well("n1").setPinnedBytes(GIB), well("n2"))
                        .found(new MemoryBudgetCheck()))
                .containsExactly("OK memory of all agents: 32 GiB, in use 1 GiB");
    }

    @Test
    void anAgentWithoutMemoryIsAHintAndAllWithoutAreAWarning() {
        assertThat(new FakeEvidence().agents(well("n1"), agent("n2")).found(new MemoryBudgetCheck()))
                .first()
                .asString()
                .startsWith("HINT agents without memory, since tiercel.agent.memory.budget is 0: 1 (n2)");
        assertThat(new FakeEvidence().agents(agent("n1"), agent("n2")).found(new MemoryBudgetCheck()))
                .singleElement()
                .asString()
                .startsWith("WARNING agents without memory, since tiercel.agent.memory.budget is 0: 2 (n1, n2)")
                .contains("nothing comes into memory anywhere");
    }

    @Test
    void aMachineWithLessMemoryThanTheBudgetIsAWarning() {
        assertThat(new FakeEvidence()
                        .agents(well("n1").setBudgetBytes(4 * GIB), well("n2").setBudgetBytes(0))
                        .found(new MemoryBudgetCheck()))
                .first()
                .asString()
                .startsWith(
                        "WARNING agents whose machine or control group leaves less memory than configured: 2 (n1, n2),"
                                + " as little as 0 B of 16 GiB -> free memory there, or lower tiercel.agent.memory.budget");
    }

    private FakeEvidence measured(String defaults, double ssd, double hdd) throws IOException {
        return new FakeEvidence()
                .spark(FakeSpark.in(directory).defaults(defaults))
                .agents(well("n1").addDevices(device("SSD", ssd)).addDevices(device("DISK", hdd)));
    }

    @Test
    void scoresThatFitTheDevicesAreFine() throws IOException {
        // Trident's: 8 and 20.
        assertThat(measured("", 500e6, 200e6).found(new ScoresCheck()))
                .singleElement()
                .asString()
                .startsWith("OK agents measured ")
                .endsWith("which fits the scores 8 and 20");
    }

    @Test
    void scoresThatDoNotFitAreAWarning() throws IOException {
        assertThat(measured("", 200e6, 200e6).found(new ScoresCheck()))
                .singleElement()
                .asString()
                .startsWith("WARNING by the scores 8 and 20 an HDD is 2.5 times as slow as an SSD")
                .contains("which is 1.0 times -> set spark.tiercel.score.from-agents=true")
                .endsWith("or set spark.tiercel.score.hdd=8");
        assertThat(new FakeEvidence()
                        .agents(well("n1").addDevices(device("SSD", 1)).addDevices(device("DISK", 1)))
                        .found(new ScoresCheck()))
                .as("without a Spark")
                .isEmpty();
    }

    @Test
    void scoresOfAgentsAreFine() throws IOException {
        assertThat(measured("spark.tiercel.score.from-agents true\n", 200e6, 200e6)
                        .found(new ScoresCheck()))
                .singleElement()
                .asString()
                .startsWith("OK scores follow what agents measure");
    }

    @Test
    void scoresThatAreSetDoNotFollowAgents() throws IOException {
        assertThat(measured("spark.tiercel.score.from-agents true\nspark.tiercel.score.hdd 80\n", 500e6, 200e6)
                        .found(new ScoresCheck()))
                .singleElement()
                .asString()
                .startsWith("WARNING by the scores 8 and 80 ");
    }

    @Test
    void devicesThatWereNotMeasuredAreSaid() throws IOException {
        assertThat(measured("", 500e6, 0).found(new ScoresCheck()))
                .singleElement()
                .asString()
                .startsWith("UNCHECKED scores were not compared");
    }
}

package io.tiercel.hdfs.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.hdfs.ManualBackground;
import io.tiercel.hdfs.host.HostRegistry.DataNodeSighting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HostRegistryTest {
    private final ManualBackground background = new ManualBackground();
    private final FakeResolver resolver = new FakeResolver();
    private final List<String> rackAsked = new ArrayList<>();
    private final HostRegistry hosts = new HostRegistry(
            resolver,
            host -> {
                rackAsked.add(host);
                return host.startsWith("compute-on-r1") ? Optional.of("/r1") : Optional.empty();
            },
            background);

    /** Data nodes {@code host=address:port} or {@code host=address:port/rack}. */
    private void dataNodes(String... dataNodes) {
        hosts.learn(Stream.of(dataNodes).map(HostRegistryTest::sighting).toList());
        settle();
    }

    /** Names are resolved that still stand without data when this while is over. */
    private void settle() {
        background.advanceSeconds(3);
    }

    private static DataNodeSighting sighting(String dataNode) {
        String host = dataNode.substring(0, dataNode.indexOf('='));
        String[] rest = dataNode.substring(host.length() + 1).split("/", 2);
        @Nullable String topology = rest.length == 1 ? null : "/" + rest[1] + "/" + rest[0];
        return new DataNodeSighting(host, rest[0], topology);
    }

    private void same(String one, String other) {
        assertThat(hosts.node(one)).as(one + " and " + other).isEqualTo(hosts.node(other));
    }

    private void distinct(String one, String other) {
        assertThat(hosts.node(one)).as(one + " and " + other).isNotEqualTo(hosts.node(other));
    }

    @Test
    void caseAndDotDoNotMatter() {
        same("Node1.Example", "node1.example.");
        distinct("node1.example", "node2.example");
        assertThat(hosts.size()).isEqualTo(2);
    }

    @Test
    void executorsByAddressMeetDataNodesByName() {
        int executor = hosts.node("10.0.0.1");
        dataNodes("n1.x=10.0.0.1:9866", "n2.x=10.0.0.2:9866");
        same("10.0.0.1", "n1.x");
        same("10.0.0.2", "n2.x");
        assertThat(hosts.node("n1.x")).isEqualTo(executor);
        assertThat(resolver.asked).as("nothing needed resolving").isEmpty();
    }

    @Test
    void dataNodesByAddressMeetExecutorsByNameOnceResolved() {
        resolver.addresses.put("n1.x", Set.of("10.0.0.1"));
        dataNodes("10.0.0.1=10.0.0.1:9866");
        distinct("n1.x", "10.0.0.1");
        long generation = hosts.generation();
        settle();
        same("n1.x", "10.0.0.1");
        assertThat(hosts.generation()).isGreaterThan(generation);
    }

    @Test
    void bothOfTwoJoinedIndicesStayValid() {
        int address = hosts.node("10.0.0.1");
        resolver.addresses.put("alias", Set.of("10.0.0.1"));
        int alias = hosts.node("alias");
        assertThat(alias).isNotEqualTo(address);
        dataNodes("n1=10.0.0.1:9866");
        settle();
        assertThat(hosts.canonical(alias)).isEqualTo(hosts.canonical(address)).isEqualTo(address);
        assertThat(hosts.name(alias)).isEqualTo("alias");
    }

    @Test
    void anAddressResolvesBackToItsName() {
        resolver.names.put("192.168.0.1", "N1.x.");
        dataNodes("n1.x=10.0.0.1:9866");
        hosts.node("192.168.0.1");
        settle();
        same("192.168.0.1", "n1.x");
    }

    @Test
    void aNameThatFindsItsDataInTimeIsNotResolved() {
        hosts.node("10.0.0.2");
        hosts.learn(List.of(sighting("n1=10.0.0.1:9866")));
        background.advanceSeconds(1);
        hosts.learn(List.of(sighting("n2=10.0.0.2:9866")));
        settle();
        assertThat(resolver.asked).isEmpty();
    }

    @Test
    void shortNamesJoinIfOnlyOneHostFits() {
        dataNodes("n1.east=10.0.0.1:9866", "n2.east=10.0.0.2:9866", "n2.west=10.0.1.2:9866", "n3=10.0.0.3:9866");
        same("n1", "n1.east");
        distinct("n2", "n2.east");
        distinct("n2", "n2.west");
        distinct("n2.east", "n2.west");
        same("n3.anywhere", "n3");
        distinct("n1.west", "n1.east");
    }

    @Test
    void twoLongNamesOfAShortOneJoinNeither() {
        dataNodes("n3=10.0.0.3:9866");
        same("n3.east", "n3");
        hosts.node("n3.west");
        distinct("n3.east", "n3");
        distinct("n3.west", "n3");
    }

    @Test
    void addressesOverruleShortNames() {
        resolver.addresses.put("n1", Set.of("10.9.9.9"));
        hosts.node("n1");
        dataNodes("n2.east=10.0.0.2:9866");
        dataNodes("n1.east=10.0.0.1:9866");
        distinct("n1", "n1.east");
    }

    @Test
    void severalDataNodesBehindOneAddressStayApart() {
        dataNodes("127.0.0.2=127.0.0.1:1001");
        int first = hosts.node("127.0.0.2");
        same("127.0.0.1", "127.0.0.2");
        dataNodes("127.0.0.3=127.0.0.1:1002", "127.0.0.4=127.0.0.1:1003");
        assertThat(hosts.node("127.0.0.2")).isEqualTo(first);
        distinct("127.0.0.2", "127.0.0.3");
        distinct("127.0.0.3", "127.0.0.4");
        distinct("127.0.0.1", "127.0.0.2");
    }

    @Test
    void severalDataNodesOfOneHostAreOneNode() {
        dataNodes("n1=10.0.0.1:1001", "n1=10.0.0.1:1002", "n1=192.168.0.1:1003");
        same("10.0.0.1", "n1");
        same("192.168.0.1", "n1");
        assertThat(hosts.size()).isEqualTo(3);
    }

    @Test
    void anAddressThatMovesToAnotherHostIsFollowed() {
        dataNodes("pod-a=10.0.0.1:9866");
        same("10.0.0.1", "pod-a");
        long generation = hosts.generation();
        dataNodes("pod-b=10.0.0.1:9866");
        same("10.0.0.1", "pod-b");
        distinct("pod-a", "pod-b");
        assertThat(hosts.generation()).isGreaterThan(generation);
    }

    @Test
    void aNameForManyMachinesIsNoneOfThem() {
        resolver.addresses.put("all", Set.of("10.0.0.1", "10.0.0.2"));
        dataNodes("n1=10.0.0.1:9866", "n2=10.0.0.2:9866");
        hosts.node("all");
        settle();
        distinct("all", "n1");
        distinct("all", "n2");
    }

    @Test
    void loopbackAddressesSayNothing() {
        resolver.addresses.put("driver", Set.of("127.0.1.1"));
        dataNodes("localhost=127.0.1.1:9866");
        hosts.node("driver");
        settle();
        distinct("driver", "localhost");
    }

    @Test
    void whatCannotBeResolvedIsTriedAgainLater() {
        hosts.node("stranger");
        dataNodes("n1=10.0.0.1:9866");
        hosts.node("another");
        settle();
        assertThat(resolver.asked).containsExactly("stranger", "another");
        resolver.addresses.put("stranger", Set.of("10.0.0.1"));
        background.advanceSeconds(590);
        distinct("stranger", "n1");
        background.advanceSeconds(11);
        same("stranger", "n1");
    }

    @Test
    void nothingIsResolvedWhereThereIsNoData() {
        hosts.node("a");
        settle();
        assertThat(resolver.asked).isEmpty();
    }

    @Test
    void aHostThatNobodyAsksForIsForgottenAfterADay() {
        dataNodes("n1=10.0.0.1:1/r1", "n2=10.0.0.2:1/r2");
        int kept = hosts.node("n1");
        for (int i = 0; i < 100; i++) {
            hosts.node("executor-" + i);
        }
        settle();
        int before = hosts.size();
        long generation = hosts.generation();
        int asked = resolver.asked.size();
        for (int hour = 0; hour < 25; hour++) {
            background.advanceSeconds(3_600);
            assertThat(hosts.node("n1")).isEqualTo(kept);
        }
        hosts.node("newcomer");
        background.runReady();
        assertThat(hosts.generation()).isGreaterThan(generation);
        assertThat(hosts.rackName(hosts.rack(kept))).isEqualTo("/r1");
        resolver.asked.clear();
        background.advanceSeconds(1_000);
        assertThat(resolver.asked).as("names are forgotten, too").containsExactly("newcomer");
        for (int i = 0; i < 100; i++) {
            int reused = hosts.node("later-" + i);
            assertThat(hosts.name(reused)).isEqualTo("later-" + i);
            assertThat(hosts.rack(reused)).isLessThan(110);
        }
        assertThat(hosts.size()).as("indices are given again").isLessThanOrEqualTo(before + 1);
        assertThat(asked).isEqualTo(100);
        dataNodes("n2=10.0.0.2:1/r2");
        assertThat(hosts.rackName(hosts.rack(hosts.node("n2"))))
                .as("it is back")
                .isEqualTo("/r2");
        same("10.0.0.2", "n2");
    }

    @Test
    void aHostIsKeptAsLongAsSomebodyAsksForOneOfItsNames() {
        dataNodes("n1=10.0.0.1:1/r1");
        int node = hosts.node("n1");
        for (int hour = 0; hour < 30; hour++) {
            background.advanceSeconds(3_600);
            assertThat(hosts.node("10.0.0.1")).isEqualTo(node);
            hosts.node("stranger-" + hour);
            background.runReady();
        }
        assertThat(hosts.name(node)).isEqualTo("n1");
        same("n1", "10.0.0.1");
    }

    @Test
    void racksComeFromTheTopology() {
        dataNodes("n1=10.0.0.1:1/dc/r1", "n2=10.0.0.2:1/dc/r2", "n3=10.0.0.3:1/dc/r1");
        assertThat(hosts.rackName(hosts.rack(hosts.node("n1")))).isEqualTo("/dc/r1");
        assertThat(hosts.rack(hosts.node("n1")))
                .isEqualTo(hosts.rack(hosts.node("10.0.0.3")))
                .isNotEqualTo(hosts.rack(hosts.node("n2")));
    }

    @Test
    void hostsWithoutDataStandAloneUnlessTheEngineKnowsTheirRack() {
        dataNodes("n1=10.0.0.1:1/r1", "n2=10.0.0.2:1/r2");
        int known = hosts.node("compute-on-r1");
        int unknown = hosts.node("compute");
        int other = hosts.node("compute2");
        settle();
        assertThat(hosts.rack(known)).isEqualTo(hosts.rack(hosts.node("n1")));
        assertThat(hosts.rack(unknown)).isNotIn(hosts.rack(other), hosts.rack(known), hosts.rack(hosts.node("n2")));
        assertThat(rackAsked).contains("compute", "compute-on-r1");
    }

    @Test
    void withoutAnyTopologyAllStandInOneRack() {
        dataNodes("n1=10.0.0.1:1/default-rack");
        assertThat(hosts.rack(hosts.node("compute"))).isEqualTo(hosts.rack(hosts.node("n1")));
        long generation = hosts.generation();
        dataNodes("n2=10.0.0.2:1/r2");
        assertThat(hosts.rack(hosts.node("compute"))).isNotEqualTo(hosts.rack(hosts.node("n1")));
        assertThat(hosts.generation()).isGreaterThan(generation);
    }

    @Test
    void aNodeThatChangesRackIsFollowed() {
        dataNodes("n1=10.0.0.1:1/r1", "n2=10.0.0.2:1/r2");
        dataNodes("n1=10.0.0.1:1/r2");
        assertThat(hosts.rack(hosts.node("n1"))).isEqualTo(hosts.rack(hosts.node("n2")));
    }

    @Test
    void newsAboutOthersDoesNotChangeTheGeneration() {
        dataNodes("n1=10.0.0.1:1/r1");
        long generation = hosts.generation();
        dataNodes("n2=10.0.0.2:1/r2", "n1=10.0.0.1:1/r1");
        hosts.node("n3");
        assertThat(hosts.generation()).isEqualTo(generation);
    }

    @Test
    void readersNeverSeeAnIndexThatIsNotThere() throws InterruptedException {
        List<Throwable> failures = new ArrayList<>();
        Thread reader = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                for (int i = 0; i < 50; i++) {
                    hosts.rack(hosts.node("n" + i));
                }
            }
        });
        reader.setUncaughtExceptionHandler((thread, failure) -> failures.add(failure));
        reader.start();
        for (int i = 0; i < 300; i++) {
            hosts.learn(List.of(sighting("n" + i % 50 + "=10.0.0." + i % 60 + ":1/r" + i % 3)));
        }
        reader.interrupt();
        reader.join();
        assertThat(failures).isEmpty();
    }

    private void pod(String address, String node, String nodeAddress) {
        hosts.learnPod(address, node, Optional.of(nodeAddress));
    }

    @Test
    void podsAreOnTheDataNodeThatHasTheirNodesAddress() {
        dataNodes("dn1.x=10.0.0.1:9866", "dn2.x=10.0.0.2:9866");
        int executor = hosts.node("10.244.1.7");
        long generation = hosts.generation();
        pod("10.244.1.7", "worker-1", "10.0.0.1");
        same("10.244.1.7", "dn1.x");
        distinct("10.244.1.7", "dn2.x");
        assertThat(hosts.generation()).isGreaterThan(generation);
        assertThat(hosts.canonical(executor)).isEqualTo(hosts.node("dn1.x"));
        settle();
        assertThat(resolver.asked).as("the engine has said it").isEmpty();
    }

    @Test
    void podsAreOnTheDataNodeThatIsNamedAsTheirNode() {
        pod("10.244.1.7", "Worker-1", "192.168.0.1");
        pod("10.244.1.8", "worker-1", "192.168.0.1");
        same("10.244.1.7", "10.244.1.8");
        dataNodes("worker-1=10.0.0.1:9866", "worker-2=10.0.0.2:9866");
        same("10.244.1.7", "worker-1");
        same("10.244.1.8", "worker-1");
        assertThat(hosts.name(hosts.node("10.244.1.7"))).isEqualTo("worker-1");
    }

    @Test
    void podsOfANodeWithoutDataAreOneNodeAndAreNamedByIt() {
        int first = hosts.node("10.244.1.7");
        pod("10.244.1.7", "worker-1", "10.0.0.1");
        pod("10.244.1.8", "worker-1", "10.0.0.1");
        pod("10.244.2.1", "worker-2", "10.0.0.2");
        same("10.244.1.7", "10.244.1.8");
        distinct("10.244.1.7", "10.244.2.1");
        assertThat(hosts.name(hosts.canonical(first))).isEqualTo("worker-1");
        assertThat(hosts.rack(hosts.node("10.244.1.8"))).isEqualTo(hosts.rack(hosts.node("worker-1")));
    }

    @Test
    void theAddressOfAPodIsAnotherPodsLater() {
        dataNodes("dn1.x=10.0.0.1:9866", "dn2.x=10.0.0.2:9866");
        pod("10.244.1.7", "worker-1", "10.0.0.1");
        pod("10.244.1.7", "worker-2", "10.0.0.2");
        same("10.244.1.7", "dn2.x");
        hosts.forgetPod("10.244.1.7");
        distinct("10.244.1.7", "dn2.x");
        distinct("10.244.1.7", "dn1.x");
        hosts.forgetPod("10.244.1.7");
        hosts.forgetPod("10.244.9.9");
    }

    @Test
    void theAddressThatADataNodesPodHadSaysNothing() {
        dataNodes("dn1.x=10.244.1.7:9866", "dn2.x=10.0.0.2:9866");
        same("10.244.1.7", "dn1.x");
        pod("10.244.1.7", "worker-2", "10.0.0.2");
        same("10.244.1.7", "dn2.x");
        pod("10.244.1.7", "worker-3", "10.0.0.3");
        distinct("10.244.1.7", "dn1.x");
        distinct("10.244.1.7", "dn2.x");
    }

    @Test
    void podsInTheNetworkOfTheirNodeAreWhereTheirAddressIs() {
        resolver.names.put("192.168.0.1", "n1.x");
        hosts.node("192.168.0.1");
        dataNodes("n1.x=10.0.0.1:9866", "n2.x=192.168.0.2:9866");
        pod("192.168.0.1", "worker-1", "192.168.0.1");
        pod("192.168.0.2", "worker-2", "192.168.0.2");
        same("192.168.0.1", "n1.x");
        same("192.168.0.2", "n2.x");
        pod("n2.x", "n2.x", "192.168.0.2");
        same("192.168.0.2", "n2.x");
    }

    @Test
    void podsHaveAddressesOfEitherVersion() {
        dataNodes("dn1.x=[fd00::1]:9866");
        hosts.node("[FD00:10:244:0::7]");
        pod("[fd00:10:244::7]", "worker-1", "fd00:0::1");
        same("fd00:10:244::7", "dn1.x");
    }

    @Test
    void podsAreRememberedWithTheirNodesUntilTheyEnd() {
        dataNodes("dn2.x=10.0.0.2:9866");
        pod("10.244.1.7", "worker-1", "10.0.0.1");
        pod("10.244.2.7", "worker-2", "10.0.0.2");
        afterAWeekend();
        assertThat(hosts.name(hosts.node("10.244.1.7"))).isEqualTo("worker-1");
        same("10.244.2.7", "dn2.x");
        pod("10.244.1.8", "worker-1", "10.0.0.1");
        same("10.244.1.7", "10.244.1.8");

        hosts.forgetPod("10.244.1.7");
        hosts.forgetPod("10.244.1.8");
        afterAWeekend();
        assertThat(hosts.name(hosts.node("10.244.1.7"))).isEqualTo("10.244.1.7");
    }

    /** Nobody asks for a host for 60 hours. */
    private void afterAWeekend() {
        background.advanceSeconds(60 * 3_600);
        hosts.node("a newcomer");
        background.runReady();
    }

    @Test
    void aNodeThatReturnsMayHaveAnotherAddress() {
        dataNodes("dn1.x=10.0.0.1:9866", "dn2.x=10.0.0.2:9866");
        pod("10.244.1.7", "worker-1", "10.0.0.1");
        pod("10.244.1.8", "worker-1", "10.0.0.2");
        same("10.244.1.8", "dn2.x");
        same("10.244.1.7", "10.244.1.8");
    }

    @Test
    void whatIsNoAddressSaysNothingOfANode() {
        dataNodes("dn1.x=10.0.0.1:9866", "dn2.x=10.0.0.2:9866");
        pod("10.244.2.7", "worker-2", "dn1.x");
        pod("10.244.3.7", "dn1.x", "dn2.x");
        distinct("10.244.2.7", "dn1.x");
        same("10.244.3.7", "dn1.x");
    }
}

package io.tiercel.yarn;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.tiercel.allocate.AttemptPreferences;
import io.tiercel.allocate.AttemptPreferences.Ask;
import io.tiercel.allocate.ContainerAllocation;
import io.tiercel.allocate.ContainerRequest;
import io.tiercel.allocate.ContainerRequest.Scope;
import io.tiercel.allocate.ContainerRequests;
import io.tiercel.allocate.PreferenceBook.Held;
import io.tiercel.model.Block;
import io.tiercel.model.Replica;
import io.tiercel.model.Task;
import io.tiercel.model.Tier;
import io.tiercel.yarn.Scenario.Want;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ResourceRequest;

/**
 * Plays one scenario twice: as the simulator's YARN does it, by {@link ContainerAllocation} for one application after the other, and
 * in a ResourceManager, where nodes report until all has been granted.
 */
final class ScenarioRun {
    static final double SSD = 8;

    private static final int MOST_ROUNDS = 60;

    /** Granted containers, by application, priority and host. */
    record Grants(TreeMap<String, Integer> simulated, TreeMap<String, Integer> real) {}

    private final MockYarn yarn;
    private final Scenario scenario;
    private final boolean isTogether;
    private final double ssd;
    private final Random random;
    private final List<ApplicationAttemptId> applications = new ArrayList<>();
    private final Map<ApplicationAttemptId, List<Container>> running = new LinkedHashMap<>();
    private final Map<String, Integer> room = new HashMap<>();
    private final Map<ApplicationAttemptId, List<Ask>> preferences = new LinkedHashMap<>();
    private final Grants grants = new Grants(new TreeMap<>(), new TreeMap<>());

    /**
     * @param isTogether whether all applications ask at the same time, some for any node; needs a YARN without locality delay
     * @param ssd score of SSDs on the simulated side; {@link #SSD} unless the two are to differ
     */
    ScenarioRun(MockYarn yarn, Scenario scenario, boolean isTogether, double ssd) {
        this.yarn = yarn;
        this.scenario = scenario;
        this.isTogether = isTogether;
        this.ssd = ssd;
        this.random = new Random(scenario.seed());
    }

    private String host(int node) {
        return MockYarn.host(scenario.rackOf()[node], (int) scenario.seed(), node + 1);
    }

    Grants play() throws Exception {
        try {
            for (int node = 0; node < scenario.room().length; node++) {
                // Half a container is none.
                yarn.addNode(host(node), scenario.room()[node] * MockYarn.CONTAINER_MIB + MockYarn.CONTAINER_MIB / 2);
                room.put(host(node), scenario.room()[node]);
            }
            occupy();
            for (List<Want> wave : scenario.waves()) {
                if (!play(wave)) {
                    break;
                }
                release();
            }
            return grants;
        } finally {
            for (ApplicationAttemptId application : applications) {
                yarn.finish(application);
            }
            yarn.prefer(List.of());
            yarn.removeNodes();
        }
    }

    private ApplicationAttemptId application(int number) throws Exception {
        while (applications.size() <= number) {
            applications.add(yarn.submit());
        }
        return applications.get(number);
    }

    /** An application that stands for no other has exactly these hosts. */
    private void occupy() throws Exception {
        ApplicationAttemptId other = application(0);
        for (int node = 0; node < scenario.room().length; node++) {
            int containers = scenario.occupied()[node];
            if (containers > 0) {
                ResourceRequest rack = MockYarn.ask(node + 100, MockYarn.rack(host(node)), containers);
                ResourceRequest any = MockYarn.ask(node + 100, ResourceRequest.ANY, containers);
                rack.setRelaxLocality(false);
                any.setRelaxLocality(false);
                yarn.allocate(other, List.of(MockYarn.ask(node + 100, host(node), containers), rack, any), List.of());
                for (int granted = 0, round = 0; granted < containers; round++) {
                    require(round);
                    yarn.report(host(node));
                    granted += yarn.allocate(other, List.of(), List.of()).size();
                }
                room.merge(host(node), -containers, Integer::sum);
            }
        }
    }

    private void require(int round) {
        if (round == MOST_ROUNDS) {
            throw new AssertionError("seed " + scenario.seed() + ": not granted: simulated " + grants.simulated()
                    + ", real " + grants.real());
        }
    }

    /** @return whether all was granted that was wanted */
    private boolean play(List<Want> wave) throws Exception {
        int missing = 0;
        Map<Integer, List<Want>> byApplication =
                wave.stream().collect(groupingBy(Want::application, TreeMap::new, toList()));
        for (List<Want> wants : byApplication.values()) {
            for (Want want : wants) {
                missing += want.tasks().size() - simulate(want);
            }
            if (!isTogether) {
                ask(wants);
                await(sum(grants.simulated()));
            }
        }
        if (isTogether) {
            for (List<Want> wants : byApplication.values()) {
                ask(wants);
            }
            await(sum(grants.simulated()));
        }
        return missing == 0;
    }

    private static int sum(Map<String, Integer> granted) {
        return granted.values().stream().mapToInt(Integer::intValue).sum();
    }

    private List<String> order(ApplicationAttemptId attempt) {
        return RankedNodes.turned(yarn.hosts(), attempt.getApplicationId());
    }

    private static Map<String, Integer> racks(List<String> order) {
        Map<String, Integer> racks = new LinkedHashMap<>();
        order.forEach(host -> racks.computeIfAbsent(MockYarn.rack(host), rack -> racks.size()));
        return racks;
    }

    private int[] rackOf(List<String> order) {
        Map<String, Integer> racks = racks(order);
        return order.stream().mapToInt(host -> racks.get(MockYarn.rack(host))).toArray();
    }

    /** The requests of tasks, with nodes and racks numbered in the order in which YARN lists them. */
    private List<ContainerRequest> requests(Want want, List<String> order, int[] rackOf, double ssd) {
        List<Task> tasks = want.tasks().stream()
                .map(task -> Task.reading(new Block(
                        128,
                        task.blocks().get(0).replicas().stream()
                                .map(replica -> new Replica(order.indexOf(host(replica.node())), replica.tier()))
                                .toList())))
                .toList();
        return new ContainerRequests((block, replica) -> score(replica.tier(), ssd), node -> rackOf[node], MockYarn.C1)
                .of(tasks);
    }

    private static double score(Tier tier, double ssd) {
        return switch (tier) {
            case MEMORY -> 1;
            case SSD -> ssd;
            case HDD -> 20;
            case REMOTE -> MockYarn.C2;
        };
    }

    private int simulate(Want want) throws Exception {
        List<String> order = order(application(want.application() + 1));
        int[] rackOf = rackOf(order);
        List<ContainerAllocation.Container> granted = new ContainerAllocation(rackOf, MockYarn.C1, MockYarn.C2)
                .allocate(
                        requests(want, order, rackOf, ssd),
                        order.stream().mapToInt(room::get).toArray(),
                        want.tasks().size());
        granted.forEach(container -> {
            String host = order.get(container.node());
            room.merge(host, -1, Integer::sum);
            grants.simulated().merge(key(want.application(), want.priority(), host), 1, Integer::sum);
        });
        return granted.size();
    }

    private static String key(int application, int priority, String host) {
        return application + "/" + priority + "/" + host;
    }

    private void ask(List<Want> wants) throws Exception {
        ApplicationAttemptId attempt = application(wants.get(0).application() + 1);
        List<String> order = order(attempt);
        int[] rackOf = rackOf(order);
        List<String> racks = List.copyOf(racks(order).keySet());
        List<ResourceRequest> asks = new ArrayList<>();
        for (Want want : wants) {
            Map<String, Map<Double, Integer>> scores = new HashMap<>();
            for (ContainerRequest request : requests(want, order, rackOf, SSD)) {
                String place = request.scope() == Scope.ANY
                        ? ResourceRequest.ANY
                        : (request.scope() == Scope.NODE ? order : racks).get(request.place());
                if (request.scope() == Scope.ANY || !want.isAnywhere() || !isTogether) {
                    asks.add(MockYarn.ask(want.priority(), place, request.containers()));
                }
                if (request.scope() != Scope.ANY) {
                    scores.put(place, request.scores());
                }
            }
            preferences.computeIfAbsent(attempt, unused -> new ArrayList<>()).add(new Ask(want.priority(), 0, scores));
        }
        List<Held> held = new ArrayList<>();
        preferences.forEach((of, all) -> held.add(new Held(
                MockYarn.USER, new AttemptPreferences(of.getApplicationId().toString(), 1, all))));
        yarn.prefer(held);
        yarn.allocate(attempt, asks, List.of());
    }

    private void await(int expected) throws Exception {
        for (int round = 0; sum(grants.real()) < expected; round++) {
            require(round);
            List<String> reporting = new ArrayList<>(yarn.hosts());
            Collections.shuffle(reporting, random);
            for (String host : reporting) {
                yarn.report(host);
            }
            for (int application = 1; application < applications.size(); application++) {
                ApplicationAttemptId attempt = applications.get(application);
                List<Container> granted = yarn.allocate(attempt, List.of(), List.of());
                for (Container container : granted) {
                    grants.real()
                            .merge(
                                    key(
                                            application - 1,
                                            container.getPriority().getPriority(),
                                            container.getNodeId().getHost()),
                                    1,
                                    Integer::sum);
                }
                running.computeIfAbsent(attempt, unused -> new ArrayList<>()).addAll(granted);
            }
        }
    }

    /** Every second container ends. */
    private void release() {
        running.forEach((attempt, containers) -> {
            List<ContainerId> ended = IntStream.range(0, containers.size())
                    .filter(container -> container % 2 == 0)
                    .mapToObj(containers::get)
                    .map(Container::getId)
                    .toList();
            containers.stream()
                    .filter(container -> ended.contains(container.getId()))
                    .forEach(container -> room.merge(container.getNodeId().getHost(), 1, Integer::sum));
            yarn.allocate(attempt, List.of(), ended);
        });
        running.clear();
    }
}

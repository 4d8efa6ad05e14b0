package io.tiercel.hdfs.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The graph is kept up to date piece by piece; what it says must depend on what is known, not on the order of the news. */
class HostGraphPropertyTest {
    private static final List<String> HOSTS = List.of("a", "b", "a.x", "b.x", "a.y", "10.0.0.1", "10.0.0.2", "c.x");
    private static final List<String> ADDRESSES = List.of("10.0.0.1", "10.0.0.2", "10.0.0.3");

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void theOrderOfTheNewsDoesNotMatter(long seed) {
        Random random = new Random(seed);
        for (int world = 0; world < 400; world++) {
            List<Consumer<HostGraph>> news = news(random);
            HostGraph one = told(news);
            Collections.shuffle(news, random);
            HostGraph other = told(news);
            assertThat(nodes(other)).as("seed %d, world %d", seed, world).isEqualTo(nodes(one));
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {11, 12, 13, 14})
    void whateverChangesIsTold(long seed) {
        Random random = new Random(seed);
        for (int world = 0; world < 400; world++) {
            HostGraph graph = new HostGraph();
            List<String> said = new ArrayList<>();
            for (Consumer<HostGraph> piece : news(random)) {
                piece.accept(graph);
                Set<Integer> changed = graph.takeChanged();
                for (int node = 0; node < graph.size(); node++) {
                    String now = graph.canonical(node) + " " + graph.rack(node) + " " + graph.hasData(node);
                    if (!changed.contains(node)) {
                        assertThat(now)
                                .as("seed %d, world %d: %s", seed, world, graph.name(node))
                                .isEqualTo(said.get(node));
                    }
                    if (node == said.size()) {
                        said.add(now);
                    }
                    said.set(node, now);
                }
            }
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {21, 22, 23, 24})
    void forgettingANameIsLikeNeverHavingMetIt(long seed) {
        Random random = new Random(seed);
        for (int world = 0; world < 400; world++) {
            HostGraph graph = told(news(random));
            if (graph.size() == 0) {
                continue;
            }
            int forgotten = random.nextInt(graph.size());
            String name = graph.name(forgotten);
            HostGraph without = graph.without(Set.of(forgotten));
            assertThat(without.isKnown(name)).isFalse();
            assertThat(without.isKnown(forgotten)).isFalse();
            for (int index = 0; index < graph.size(); index++) {
                assertThat(without.isKnown(index)).isEqualTo(index != forgotten);
            }
            assertThat(without.add("new")).as("seed %d, world %d", seed, world).isEqualTo(forgotten);
            assertThat(without.add("newer")).isEqualTo(graph.size());
            assertThat(without.without(Set.of()).add("newest")).isEqualTo(graph.size() + 1);
            Set<Integer> all = IntStream.range(0, without.size()).boxed().collect(Collectors.toSet());
            assertThat(without.without(all).hasDataNodes()).isFalse();
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {31, 32, 33, 34})
    void whatIsLeftIsAsIfItHadBeenLearntAlone(long seed) {
        Random random = new Random(seed);
        for (int world = 0; world < 400; world++) {
            HostGraph graph = told(news(random));
            assertThat(nodes(graph.without(Set.of())))
                    .as("seed %d, world %d", seed, world)
                    .isEqualTo(nodes(graph));
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {41, 42, 43, 44})
    void aPodThatHasEndedIsAsIfItHadNeverBeenOne(long seed) {
        Random random = new Random(seed);
        for (int world = 0; world < 400; world++) {
            List<Consumer<HostGraph>> news = news(random);
            String pod = HOSTS.get(random.nextInt(HOSTS.size()));
            news.add(graph -> graph.forgetPod(pod));
            news.add(graph -> HOSTS.forEach(graph::add));
            HostGraph never = told(news);
            news.add(random.nextInt(news.size() - 1), graph -> graph.learnPod(pod, "a.x"));
            assertThat(nodes(told(news))).as("seed %d, world %d", seed, world).isEqualTo(nodes(never));
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {51, 52, 53, 54})
    void addressesThatOthersReplaceAreAsIfTheyHadNeverBeenSaid(long seed) {
        Random random = new Random(seed);
        for (int world = 0; world < 400; world++) {
            List<Consumer<HostGraph>> news = news(random);
            news.add(graph -> graph.learnAddresses("a.x", Set.of("10.0.0.1")));
            news.add(graph -> HOSTS.forEach(graph::add));
            HostGraph never = told(news);
            news.add(
                    random.nextInt(news.size() - 1),
                    graph -> graph.learnAddresses("a.x", Set.of("10.0.0.2", "10.0.0.3")));
            assertThat(nodes(told(news))).as("seed %d, world %d", seed, world).isEqualTo(nodes(never));
        }
    }

    /** Each data node, rack and answer of a resolver is said once, so that no order makes one of them the latest. */
    private static List<Consumer<HostGraph>> news(Random random) {
        List<Consumer<HostGraph>> news = new ArrayList<>();
        for (int port = 0; port < random.nextInt(4); port++) {
            String host = HOSTS.get(random.nextInt(HOSTS.size()));
            String transfer = ADDRESSES.get(random.nextInt(ADDRESSES.size())) + ":" + port;
            news.add(graph -> graph.learnDataNode(host, transfer));
        }
        for (String host : HOSTS) {
            if (random.nextBoolean()) {
                news.add(graph -> graph.add(host));
            }
            if (random.nextInt(4) == 0) {
                String rack = "/r" + random.nextInt(2);
                news.add(graph -> graph.learnRack(host, rack));
            }
            if (random.nextInt(4) == 0) {
                news.add(resolved(host, random));
            }
            if (random.nextInt(4) == 0) {
                String node = HOSTS.get(random.nextInt(HOSTS.size()));
                news.add(graph -> graph.learnPod(host, node));
            }
        }
        return news;
    }

    private static Consumer<HostGraph> resolved(String host, Random random) {
        if (HostName.isAddress(host)) {
            String name = HOSTS.get(random.nextInt(5));
            return graph -> graph.learnReverse(host, name);
        }
        Set<String> addresses = Set.copyOf(ADDRESSES.subList(0, 1 + random.nextInt(ADDRESSES.size())));
        return graph -> graph.learnAddresses(host, addresses);
    }

    private static HostGraph told(List<Consumer<HostGraph>> news) {
        HostGraph graph = new HostGraph();
        news.forEach(piece -> piece.accept(graph));
        return graph;
    }

    /** By name: the names of its node, and its rack. */
    private static TreeMap<String, String> nodes(HostGraph graph) {
        TreeMap<String, String> nodes = new TreeMap<>();
        for (int index = 0; index < graph.size(); index++) {
            List<String> same = new ArrayList<>();
            for (int other = 0; other < graph.size(); other++) {
                if (graph.canonical(other) == graph.canonical(index)) {
                    same.add(graph.name(other));
                }
            }
            Collections.sort(same);
            nodes.put(graph.name(index), same + " in " + graph.rack(index));
        }
        return nodes;
    }
}

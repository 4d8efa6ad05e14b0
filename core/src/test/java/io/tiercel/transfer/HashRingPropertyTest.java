package io.tiercel.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Rings of random hosts. The number of a failing seed is in the message. */
final class HashRingPropertyTest {
    private static final int SEEDS = 40;
    private static final int KEYS = 20_000;

    private static List<String> hosts(Random random) {
        int count = 2 + random.nextInt(30);
        String domain = random.nextBoolean() ? "" : ".rack" + random.nextInt(3) + ".example";
        List<String> hosts = new ArrayList<>();
        for (int host = 0; host < count; host++) {
            hosts.add((random.nextBoolean() ? "10.0.0." : "node") + host + domain);
        }
        return hosts;
    }

    private static String key(int number) {
        return "s3a://bucket/table/part-" + number / 4 + "#" + number % 4;
    }

    private static String host(HashRing ring, int key) {
        return ring.host(key(key)).orElseThrow();
    }

    @Test
    void sharesAreEqualToAFifth() {
        for (int seed = 0; seed < SEEDS; seed++) {
            List<String> hosts = hosts(new Random(seed));
            HashRing ring = HashRing.of(hosts);
            Map<String, Integer> keys = new HashMap<>();
            for (int key = 0; key < KEYS; key++) {
                keys.merge(host(ring, key), 1, Integer::sum);
            }
            double fair = (double) KEYS / hosts.size();
            assertThat(keys).as("seed %d", seed).hasSize(hosts.size());
            // Four standard deviations of the ring's shares and of the keys' number.
            double most = 4 * (1 / Math.sqrt(HashRing.POINTS) + 1 / Math.sqrt(fair));
            assertThat(keys.values()).as("seed %d", seed).allSatisfy(share -> assertThat(share / fair)
                    .isBetween(1 - most, 1 + most));
        }
    }

    @Test
    void aHostThatGoesMovesItsOwnKeysOnly() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            List<String> hosts = hosts(random);
            HashRing before = HashRing.of(hosts);
            String gone = hosts.remove(random.nextInt(hosts.size()));
            HashRing after = HashRing.of(hosts);
            for (int key = 0; key < KEYS; key++) {
                String host = host(before, key);
                if (!host.equals(gone)) {
                    assertThat(host(after, key))
                            .as("seed %d, key %d", seed, key)
                            .isEqualTo(host);
                }
            }
        }
    }

    /** The mirror of a host that goes: a key moves to the new host, or not at all. */
    @Test
    void aHostThatComesTakesItsShareAndNothingElseMoves() {
        for (int seed = 0; seed < SEEDS; seed++) {
            List<String> hosts = hosts(new Random(seed));
            HashRing before = HashRing.of(hosts);
            hosts.add("newcomer");
            HashRing after = HashRing.of(hosts);
            int moved = 0;
            for (int key = 0; key < KEYS; key++) {
                if (!host(after, key).equals(host(before, key))) {
                    assertThat(host(after, key))
                            .as("seed %d, key %d", seed, key)
                            .isEqualTo("newcomer");
                    moved++;
                }
            }
            assertThat(moved * hosts.size() / (double) KEYS).as("seed %d", seed).isBetween(0.6, 1.4);
        }
    }

    @Test
    void theOrderAndCaseOfNamesDoNotMatter() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            List<String> hosts = hosts(random);
            HashRing ring = HashRing.of(hosts);
            Collections.shuffle(hosts, random);
            hosts.replaceAll(host -> random.nextBoolean() ? host.toUpperCase(java.util.Locale.ROOT) : host);
            HashRing other = HashRing.of(hosts);
            for (int key = 0; key < 1000; key++) {
                assertThat(host(other, key)).as("seed %d, key %d", seed, key).isEqualTo(host(ring, key));
            }
        }
    }
}

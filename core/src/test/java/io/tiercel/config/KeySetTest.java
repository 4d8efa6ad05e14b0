package io.tiercel.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeySetTest {
    private static final Key<String> POLICY =
            Key.of("x.policy", KeyType.oneOf(List.of("stock", "trident")), "trident", "Who decides.", "0.1.0");
    private static final Key<Duration> BUDGET =
            Key.of("x.locate.budget", KeyType.duration(Duration.ofMinutes(1)), "100ms", "How long.", "0.1.0");
    private static final Key<Long> SIZE = Key.of("x.size", KeyType.bytes(1, 1L << 40), "16m", "How | large.", "0.1.0");
    private static final Key<Integer> COUNT = Key.of("x.count", KeyType.integer(1, 8), "2", "How many.", "0.1.0");
    private static final Key<Boolean> ON = Key.of("x.on", KeyType.bool(), "true", "Whether.", "0.1.0");
    private static final Key<Double> SCORES =
            Key.optional("x.score.node.*", KeyType.decimal(0, 100), "A node's score.", "0.1.0");
    private static final KeySet KEYS = new KeySet("x.", List.of(POLICY, BUDGET, SIZE, COUNT, ON, SCORES));

    @Test
    void absentKeysHaveTheirDefaults() throws ConfigException {
        Settings settings = KEYS.read(Map.of("y.unrelated", "1"));

        assertThat(settings.get(POLICY)).isEqualTo("trident");
        assertThat(settings.get(BUDGET)).isEqualTo(Duration.ofMillis(100));
        assertThat(settings.get(SIZE)).isEqualTo(16L << 20);
        assertThat(settings.find(POLICY)).isEmpty();
        assertThat(settings.family(SCORES)).isEmpty();
    }

    @Test
    void readsWhatIsSet() throws ConfigException {
        Settings settings = KEYS.read(Map.of("x.policy", "STOCK", "x.score.node.h1.ssd", "9.5", "x.on", "False"));

        assertThat(settings.get(POLICY)).isEqualTo("stock");
        assertThat(settings.get(ON)).isFalse();
        assertThat(settings.family(SCORES)).containsExactly(Map.entry("h1.ssd", 9.5));
    }

    @ParameterizedTest
    @CsvSource({"250, 250", "250ms, 250", "3s, 3000", "1min, 60000", "1m, 60000", "0, 0"})
    void readsDurations(String text, long millis) throws ConfigException {
        assertThat(KEYS.read(Map.of("x.locate.budget", text)).get(BUDGET)).hasMillis(millis);
    }

    @ParameterizedTest
    @CsvSource({"5, 5", "64k, 65536", "2G, 2147483648", "1 mb, 1048576"})
    void readsSizes(String text, long bytes) throws ConfigException {
        assertThat(KEYS.read(Map.of("x.size", text)).get(SIZE)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x.polcy|stock|x.polcy: no such key under x.; did you mean x.policy?",
                "x.something.else.entirely|1|x.something.else.entirely: no such key under x.",
                "x.policy|best|x.policy: expected one of stock, trident, got 'best'",
                "x.count|9|x.count: expected a whole number from 1 to 8, got '9'",
                "x.count|many|x.count: expected a whole number from 1 to 8, got 'many'",
                "x.locate.budget|2min|x.locate.budget: expected a duration such as 100ms, 3s or 5min, at most 1min,"
                        + " got '2min'",
                "x.size|99999999999999999999t|x.size: expected a size such as 64k, 16m or 2g, from 1 to 1t, got"
                        + " '99999999999999999999t'",
                "x.on|yes|x.on: expected true or false, got 'yes'",
                "x.score.node.h|NaN|x.score.node.h: expected a number from 0 to 100, got 'NaN'",
                "x.score.node.|1|x.score.node.: no such key under x.; did you mean x.score.node.*?",
            })
    void saysWhatIsWrongInOneLine(String key, String value, String line) {
        assertThatThrownBy(() -> KEYS.read(Map.of(key, value)))
                .isInstanceOf(ConfigException.class)
                .hasMessage(line);
    }

    @Test
    void quotesKeysAndValuesInOneShortLine() {
        assertThatThrownBy(() -> KEYS.read(Map.of("x.count", "1\n2\u0007\u2028")))
                .hasMessage("x.count: expected a whole number from 1 to 8, got '1\\u000a2\\u0007\\u2028'");
        assertThatThrownBy(() -> KEYS.read(Map.of("x.count", "9".repeat(10_000_000))))
                .hasMessage("x.count: expected a whole number from 1 to 8, got '" + "9".repeat(80) + "…'");
        assertThatThrownBy(() -> KEYS.read(Map.of("x.score.node.\n", "NaN")))
                .hasMessageStartingWith("x.score.node.\\u000a: expected a number");
    }

    /** A distance of edits would take minutes. */
    @Test
    void suggestsNothingForVeryLongKeys() {
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> assertThatThrownBy(
                        () -> KEYS.read(Map.of("x." + "k".repeat(50_000_000), "1")))
                .hasMessage("x." + "k".repeat(78) + "…: no such key under x."));
    }

    @Test
    void namesEveryProblem() {
        assertThatThrownBy(() -> KEYS.read(Map.of("x.on", "1", "x.a", "1")))
                .asInstanceOf(type(ConfigException.class))
                .extracting(ConfigException::problems)
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.list(String.class))
                .hasSize(2)
                .first()
                .asString()
                .startsWith("x.a: no such key");
    }

    @Test
    void aDefaultMustBeOfItsType() {
        assertThatThrownBy(() -> Key.of("x.n", KeyType.integer(1, 2), "3", "", "0.1.0"))
                .hasMessage("x.n: expected a default that is a whole number from 1 to 2, got '3'");
    }
}

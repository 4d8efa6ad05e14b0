package io.tiercel.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.config.ConfigException;
import io.tiercel.containers.ContainerSettings;
import io.tiercel.model.Tier;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

final class MapReduceSettingsTest {
    private static MapReduceSettings read(String... keysAndValues) throws ConfigException {
        Configuration conf = new Configuration(false);
        for (int i = 0; i < keysAndValues.length; i += 2) {
            conf.set(keysAndValues[i], keysAndValues[i + 1]);
        }
        return MapReduceSettings.read(conf);
    }

    @Test
    void withoutKeysMapsAreMatchedByTier() throws ConfigException {
        MapReduceSettings settings = read();

        assertThat(settings.containers().policy().name()).isEqualTo("trident");
        assertThat(settings.containers().costs().score(0, Tier.HDD)).isEqualTo(20);
        assertThat(settings.containers().locateBudget()).isEqualTo(Duration.ofSeconds(1));
        assertThat(settings.containers().recordDir()).isNull();
        assertThat(settings.counts()).isFalse();
        assertThat(settings.containers().memory()).isNull();
    }

    @Test
    void keysAreTaken() throws ConfigException {
        MapReduceSettings settings = read(
                "tiercel.mapreduce.policy", "quartet",
                "tiercel.mapreduce.score.ssd", "3.5",
                "tiercel.mapreduce.prefetch", "all",
                "tiercel.mapreduce.job", "nightly",
                "tiercel.coordinator", "name:7411",
                "tiercel.record.dir", "/records");

        assertThat(settings.containers().policy().name()).isEqualTo("quartet");
        assertThat(settings.containers().costs().score(0, Tier.SSD)).isEqualTo(3.5);
        assertThat(settings.containers().recordDir()).isEqualTo("/records");
        assertThat(settings.containers().memory())
                .isEqualTo(new ContainerSettings.Memory("name:7411", "nightly", true, true));
    }

    @Test
    void mistakesAreNamed() {
        assertThatThrownBy(() -> read("tiercel.mapreduce.polcy", "trident"))
                .hasMessage("tiercel.mapreduce.polcy: no such key under tiercel.mapreduce.; did you mean"
                        + " tiercel.mapreduce.policy?");
        assertThatThrownBy(() -> read("tiercel.coordinator", "nowhere"))
                .hasMessage("tiercel.coordinator: expected HOST:PORT, or several of them separated by commas, or"
                        + " hdfs://NAMESERVICE, got 'nowhere'");
    }

    @Test
    void otherPartsKeysAreNotLookedAt() throws ConfigException {
        assertThat(read("tiercel.coordinator.interval", "nonsense").containers().memory())
                .isNull();
    }
}

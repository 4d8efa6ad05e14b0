package io.tiercel.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TierTest {
    @ParameterizedTest
    @CsvSource({
        "RAM_DISK, MEMORY",
        "NVDIMM, MEMORY",
        "SSD, SSD",
        "DISK, HDD",
        "ARCHIVE, HDD",
        "PROVIDED, REMOTE",
        "ssd, SSD"
    })
    void mapsHdfsStorageTypes(String storageType, Tier tier) {
        assertThat(Tier.ofStorageType(storageType)).contains(tier);
    }

    @Test
    void doesNotGuessAnUnknownType() {
        assertThat(Tier.ofStorageType("TAPE")).isEmpty();
    }
}

package io.tiercel.model;

import java.util.Locale;
import java.util.Optional;

/** Where a replica lies, ordered by the cost of reading it. */
public enum Tier {
    MEMORY,
    SSD,
    HDD,
    REMOTE;

    /**
     * The tier of an HDFS storage type, by its name in any case ({@code RAM_DISK}, {@code NVDIMM}, {@code SSD},
     * {@code DISK}, {@code ARCHIVE}, {@code PROVIDED}); empty for a name that HDFS does not have today.
     */
    public static Optional<Tier> ofStorageType(String storageType) {
        return switch (storageType.toUpperCase(Locale.ROOT)) {
            case "RAM_DISK", "NVDIMM" -> Optional.of(MEMORY);
            case "SSD" -> Optional.of(SSD);
            case "DISK", "ARCHIVE" -> Optional.of(HDD);
            case "PROVIDED" -> Optional.of(REMOTE);
            default -> Optional.empty();
        };
    }
}

package io.tiercel.hdfs.locate;

import io.tiercel.hdfs.Batches;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Lookups that one thread makes with few calls.
 *
 * @param directory the one that all files are in, if it is to be listed; else null
 */
record LookupBatch(FileSystems.Key fileSystem, @Nullable Path directory, List<PendingLookup> lookups) {
    private record Place(FileSystems.Key fileSystem, @Nullable Path directory) {}

    /** Many files of a directory go together; the others in groups of {@link Batches#FILES_PER_CALL}. */
    static List<LookupBatch> of(List<PendingLookup> lookups) {
        Map<Place, List<PendingLookup>> byDirectory = new LinkedHashMap<>();
        for (PendingLookup lookup : lookups) {
            Place place = new Place(lookup.fileSystem(), lookup.key().path().getParent());
            byDirectory.computeIfAbsent(place, p -> new ArrayList<>()).add(lookup);
        }
        List<LookupBatch> batches = new ArrayList<>();
        Map<FileSystems.Key, List<PendingLookup>> strays = new LinkedHashMap<>();
        byDirectory.forEach((place, files) -> {
            if (files.size() >= FileLookup.FILES_PER_LISTING) {
                batches.add(new LookupBatch(place.fileSystem(), place.directory(), files));
            } else {
                strays.computeIfAbsent(place.fileSystem(), f -> new ArrayList<>())
                        .addAll(files);
            }
        });
        strays.forEach((fileSystem, files) -> {
            Batches.of(files).forEach(some -> batches.add(new LookupBatch(fileSystem, null, some)));
        });
        return batches;
    }

    LookupBatch with(List<PendingLookup> others) {
        return new LookupBatch(fileSystem, directory, others);
    }
}

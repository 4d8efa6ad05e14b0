package io.tiercel.hdfs;

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
record LookupBatch(FileSystems.Key fileSystem, @Nullable Path directory, List<Lookup> lookups) {
    private record Place(FileSystems.Key fileSystem, @Nullable Path directory) {}

    /** Many files of a directory go together; the others in groups of {@link FileLookup#FILES_PER_CALL}. */
    static List<LookupBatch> of(List<Lookup> lookups) {
        Map<Place, List<Lookup>> byDirectory = new LinkedHashMap<>();
        for (Lookup lookup : lookups) {
            Place place = new Place(lookup.fileSystem(), lookup.key().path().getParent());
            byDirectory.computeIfAbsent(place, p -> new ArrayList<>()).add(lookup);
        }
        List<LookupBatch> batches = new ArrayList<>();
        Map<FileSystems.Key, List<Lookup>> strays = new LinkedHashMap<>();
        byDirectory.forEach((place, files) -> {
            if (files.size() >= FileLookup.FILES_PER_LISTING) {
                batches.add(new LookupBatch(place.fileSystem(), place.directory(), files));
            } else {
                strays.computeIfAbsent(place.fileSystem(), f -> new ArrayList<>())
                        .addAll(files);
            }
        });
        strays.forEach((fileSystem, files) -> {
            for (int from = 0; from < files.size(); from += FileLookup.FILES_PER_CALL) {
                int to = Math.min(from + FileLookup.FILES_PER_CALL, files.size());
                batches.add(new LookupBatch(fileSystem, null, List.copyOf(files.subList(from, to))));
            }
        });
        return batches;
    }

    LookupBatch with(List<Lookup> others) {
        return new LookupBatch(fileSystem, directory, others);
    }
}

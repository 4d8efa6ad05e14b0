package io.tiercel.cachefs;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/** Directories of mounted shared storage: each node has the same files under the same names. */
public record Mounts(List<String> directories) {
    public static final Mounts NONE = new Mounts(List.of());

    /** @param directories absolute, without a slash at the end; only the root is empty */
    public Mounts {
        directories = List.copyOf(directories);
    }

    /** @return empty if one of them is no absolute directory */
    static Optional<Mounts> parse(String text) {
        List<String> names =
                Arrays.stream(text.split(",", -1)).map(String::strip).toList();
        return names.stream().allMatch(name -> name.startsWith("/"))
                ? Optional.of(new Mounts(names.stream()
                        .map(name -> new Path(name).toUri().getPath())
                        .map(name -> name.equals("/") ? "" : name)
                        .toList()))
                : Optional.empty();
    }

    /** The mount that a file lies below, such as {@code file:/mnt/nfs}; empty if it lies below none. */
    public Optional<String> of(Path file) {
        String scheme = file.toUri().getScheme();
        String path = file.toUri().getPath();
        return scheme != null && !scheme.equals("file")
                ? Optional.empty()
                : directories.stream()
                        .filter(directory -> path.startsWith(directory + "/"))
                        .findFirst()
                        .map(directory -> "file:" + directory);
    }
}

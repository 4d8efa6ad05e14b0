package io.tiercel.hdfs.probe;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One thing that {@link ClusterProbe} has seen. It prints one line for each, as soon as it knows it: then nothing is lost if a later
 * question is never answered.
 */
public record Fact(Kind kind, List<String> fields) {
    /** Marks our lines among those that a Hadoop client's log may print. */
    private static final String MARK = "tiercel-fact";

    private static final String SEPARATOR = "\t";

    /** The subject of a fact, with its fields. */
    public enum Kind {
        /** The file that configures the client. */
        CONFIGURATION(1),
        /** The version of the Hadoop client. */
        CLIENT(1),
        /** What is asked: a URI, and the path in it. */
        TARGET(2),
        /** The file system has answered. */
        REACHED(0),
        /** It is no HDFS: its URI and class. */
        NO_HDFS(2),
        /** A live DataNode: UUID, host, version, its storage types with commas between. */
        NODE(4),
        /** All live DataNodes have been listed; how many. */
        NODES(1),
        /** A sample of files: files, erasure-coded files, blocks, blocks with copies on several tiers. */
        SAMPLE(4),
        /** A storage type in the sample. */
        SAMPLE_TYPE(1),
        /** A rack in the sample. */
        SAMPLE_RACK(1),
        /** A host in the sample. */
        SAMPLE_HOST(1),
        /** The storage policy of the path. */
        POLICY(1),
        /** A question that was not answered: the {@link Question}, and why. */
        FAILED(2);

        private final int size;

        Kind(int size) {
            this.size = size;
        }
    }

    /** The questions to an HDFS, in their order. */
    public enum Question {
        REACH,
        PATH,
        NODES,
        SAMPLE,
        POLICY
    }

    public Fact {
        fields = fields.stream().map(field -> field.replaceAll("\\s+", " ")).toList();
        if (fields.size() != kind.size) {
            throw new IllegalArgumentException(kind + ": expected " + kind.size + " fields, got " + fields.size());
        }
    }

    static Fact of(Kind kind, Object... fields) {
        return new Fact(kind, Arrays.stream(fields).map(Object::toString).toList());
    }

    String line() {
        return Stream.concat(Stream.of(MARK, kind.name()), fields.stream()).collect(Collectors.joining(SEPARATOR));
    }

    /** Empty for a line that is no fact. */
    static Optional<Fact> parse(String line) {
        String[] parts = line.split(SEPARATOR, -1);
        if (parts.length < 2 || !parts[0].equals(MARK)) {
            return Optional.empty();
        }
        List<String> fields = List.of(parts).subList(2, parts.length);
        return Arrays.stream(Kind.values())
                .filter(kind -> kind.name().equals(parts[1]) && kind.size == fields.size())
                .findFirst()
                .map(kind -> new Fact(kind, fields));
    }
}

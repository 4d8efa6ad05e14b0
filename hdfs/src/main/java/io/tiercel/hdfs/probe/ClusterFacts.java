package io.tiercel.hdfs.probe;

import io.tiercel.hdfs.probe.Fact.Kind;
import io.tiercel.hdfs.probe.Fact.Question;
import io.tiercel.model.Tier;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All that a {@link ClusterProbe} has seen of an HDFS, with the user's own Hadoop client. */
public final class ClusterFacts {
    private final List<Fact> facts;

    public ClusterFacts(List<Fact> facts) {
        this.facts = List.copyOf(facts);
    }

    /** Reads what a probe has printed; other lines are passed over. */
    public static ClusterFacts parse(Collection<String> lines) {
        return new ClusterFacts(
                lines.stream().flatMap(line -> Fact.parse(line).stream()).toList());
    }

    public boolean isEmpty() {
        return facts.isEmpty();
    }

    /** The file {@code core-site.xml} that was read; empty if there was none. */
    public Optional<String> configuration() {
        return first(Kind.CONFIGURATION, fields -> fields.get(0));
    }

    /** The version of the Hadoop client. */
    public Optional<String> clientVersion() {
        return first(Kind.CLIENT, fields -> fields.get(0));
    }

    /** The file system that was asked. */
    public String uri() {
        return first(Kind.TARGET, fields -> fields.get(0)).orElse("");
    }

    /** The directory that was looked at. */
    public String path() {
        return first(Kind.TARGET, fields -> fields.get(1)).orElse("");
    }

    public boolean isReached() {
        return of(Kind.REACHED).findAny().isPresent();
    }

    /** The URI and class of a file system that is no HDFS. */
    public Optional<String> otherFileSystem() {
        return first(Kind.NO_HDFS, fields -> fields.get(0) + " is no HDFS but " + fields.get(1));
    }

    /** Whether all live DataNodes are in {@link #nodes()}. HDFS lists them for its superuser alone. */
    public boolean knowsNodes() {
        return of(Kind.NODES).findAny().isPresent();
    }

    public List<Node> nodes() {
        return of(Kind.NODE)
                .map(fields -> new Node(
                        fields.get(0),
                        fields.get(1),
                        fields.get(2),
                        Stream.of(fields.get(3).split(","))
                                .filter(type -> !type.isEmpty())
                                .collect(Collectors.toCollection(TreeSet::new))))
                .toList();
    }

    /** The files that were looked at; empty if that did not end. */
    public Optional<Sample> sample() {
        return first(
                Kind.SAMPLE,
                fields -> new Sample(
                        Integer.parseInt(fields.get(0)),
                        Integer.parseInt(fields.get(1)),
                        Integer.parseInt(fields.get(2)),
                        Integer.parseInt(fields.get(3)),
                        each(Kind.SAMPLE_TYPE),
                        each(Kind.SAMPLE_RACK),
                        each(Kind.SAMPLE_HOST)));
    }

    /** The storage policy of {@link #path()}. */
    public Optional<String> policy() {
        return first(Kind.POLICY, fields -> fields.get(0));
    }

    /** Why a question was not answered; empty if it was, or was not asked. */
    public Optional<String> failure(Question question) {
        return of(Kind.FAILED)
                .filter(fields -> fields.get(0).equals(question.name()))
                .map(fields -> fields.get(1))
                .findFirst();
    }

    private Stream<List<String>> of(Kind kind) {
        return facts.stream().filter(fact -> fact.kind() == kind).map(Fact::fields);
    }

    private <T> Optional<T> first(Kind kind, Function<List<String>, T> read) {
        return of(kind).map(read).findFirst();
    }

    private Set<String> each(Kind kind) {
        return of(kind).map(fields -> fields.get(0)).collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * A live DataNode.
     *
     * @param storageTypes of its volumes
     */
    public record Node(String uuid, String host, String version, Set<String> storageTypes) {}

    /**
     * Some files, as any client may see them.
     *
     * @param severalTiers blocks of which some node holds a faster copy than another
     */
    public record Sample(
            int files,
            int erasureCoded,
            int blocks,
            int severalTiers,
            Set<String> storageTypes,
            Set<String> racks,
            Set<String> hosts) {
        /** Tiers that have a copy of some block. */
        public Set<Tier> tiers() {
            return storageTypes.stream()
                    .flatMap(type -> Tier.ofStorageType(type).stream())
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        /** Storage types that are no tier of ours. */
        public Set<String> unknownTypes() {
            return storageTypes.stream()
                    .filter(type -> Tier.ofStorageType(type).isEmpty())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }
}

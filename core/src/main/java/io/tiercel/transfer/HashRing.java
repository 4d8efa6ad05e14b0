package io.tiercel.transfer;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Names a host for each key by consistent hashing (Karger et al., STOC 1997): who knows the same hosts names the same one, without asking
 * anybody. A host that comes or goes moves only its own share of the keys. Names of hosts are compared in lower case.
 *
 * <p>Immutable.
 */
public final class HashRing {
    /**
     * Points of a host on the ring. Shares differ by about one part in the square root of it: here by 4 %. Caches of others have 100 to
     * 2,000.
     */
    static final int POINTS = 512;

    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;
    private static final HashRing EMPTY = new HashRing(List.of(), new long[0], new int[0]);

    private final List<String> hosts;

    /** In ascending order. */
    private final long[] points;

    /** The host of each point. */
    private final int[] owners;

    private HashRing(List<String> hosts, long[] points, int[] owners) {
        this.hosts = hosts;
        this.points = points;
        this.owners = owners;
    }

    /** The ring of these hosts. Their order, and names that come twice, do not matter. */
    public static HashRing of(Collection<String> hosts) {
        TreeSet<String> names = new TreeSet<>();
        hosts.forEach(host -> names.add(host.toLowerCase(Locale.ROOT)));
        return names.isEmpty() ? EMPTY : place(List.copyOf(names));
    }

    private static HashRing place(List<String> hosts) {
        record Point(long hash, int host) {}
        // By host where two hosts have the same point, so that all see the same ring.
        Point[] all = IntStream.range(0, hosts.size())
                .boxed()
                .flatMap(host -> IntStream.range(0, POINTS)
                        .mapToObj(point -> new Point(hash(hosts.get(host) + '#' + point), host)))
                .sorted(Comparator.comparingLong(Point::hash).thenComparingInt(Point::host))
                .toArray(Point[]::new);
        return new HashRing(
                hosts,
                Arrays.stream(all).mapToLong(Point::hash).toArray(),
                Arrays.stream(all).mapToInt(Point::host).toArray());
    }

    /** The host of a key, in lower case: that of the next point on the ring. Empty if there are no hosts. */
    public Optional<String> host(String key) {
        if (points.length == 0) {
            return Optional.empty();
        }
        int found = Arrays.binarySearch(points, hash(key));
        int next = found >= 0 ? found : -found - 1;
        // Binary search finds any of equal points.
        while (next > 0 && next < points.length && points[next - 1] == points[next]) {
            next--;
        }
        return Optional.of(hosts.get(owners[next == points.length ? 0 : next]));
    }

    /** In the order of names, in lower case. */
    public List<String> hosts() {
        return hosts;
    }

    /** FNV-1a over the characters, and the finalizer of MurmurHash3: FNV alone leaves similar names near each other. */
    static long hash(String text) {
        long hash = FNV_OFFSET;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * FNV_PRIME;
        }
        hash = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
        hash = (hash ^ hash >>> 33) * 0xc4ceb9fe1a85ec53L;
        return hash ^ hash >>> 33;
    }
}

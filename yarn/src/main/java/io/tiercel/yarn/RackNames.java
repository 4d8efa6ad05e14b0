package io.tiercel.yarn;

import io.tiercel.yarn.NodeChoice.Node;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds masters that name racks in another way than the ResourceManager. YARN grants a container on a host only if its rack was asked for
 * too, so it serves none of their hosts. That costs one line in the log.
 */
public final class RackNames {
    private static final Logger LOG = LoggerFactory.getLogger(RackNames.class);

    private final AtomicBoolean hasTold = new AtomicBoolean();

    /**
     * Looks at one request.
     *
     * @param asked the hosts and racks of which containers are outstanding
     * @param whose the application
     */
    void look(Set<String> asked, Collection<Node> nodes, String whose) {
        if (!hasTold.get()) {
            mismatch(asked, nodes)
                    .filter(what -> hasTold.compareAndSet(false, true))
                    .ifPresent(what -> LOG.warn(
                            "Tiercel: {} {}: YARN grants it no container on its hosts; masters and the ResourceManager need the same"
                                    + " net.topology keys",
                            whose,
                            what));
        }
    }

    /** What is asked for in vain, in words: racks go to zero before their hosts do, so a rack that is only missing says nothing. */
    static Optional<String> mismatch(Set<String> asked, Collection<Node> nodes) {
        Set<String> racks = nodes.stream().map(Node::rack).collect(Collectors.toSet());
        Optional<String> unknown = asked.stream()
                .filter(place -> place.startsWith("/") && !racks.contains(place))
                .sorted()
                .findFirst();
        return unknown.flatMap(rack -> nodes.stream()
                .filter(node -> asked.contains(node.host()) && !asked.contains(node.rack()))
                .findFirst()
                .map(node -> "asks for host " + node.host() + " of rack " + node.rack() + " and for " + rack
                        + ", which no node has"));
    }
}

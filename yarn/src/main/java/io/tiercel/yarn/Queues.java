package io.tiercel.yarn;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The queues whose applications' preferences count. Others cost one line in the log each. */
public final class Queues {
    private static final Logger LOG = LoggerFactory.getLogger(Queues.class);

    private final Optional<Set<String>> allowed;
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    /** @param names with commas between them; none: all queues */
    public Queues(Optional<String> names) {
        this.allowed = names.map(
                text -> Arrays.stream(text.split(",")).map(String::strip).collect(Collectors.toUnmodifiableSet()));
    }

    /** YARN names a leaf queue by its path, or by the end of it. Two queues may have the same end. */
    private static boolean isNamed(Set<String> names, String queue) {
        String leaf = queue.substring(queue.lastIndexOf('.') + 1);
        boolean isPath = !leaf.equals(queue);
        return names.contains(queue)
                || names.contains(leaf)
                || !isPath && names.stream().anyMatch(name -> name.endsWith("." + leaf));
    }

    /** Whether preferences of a queue's applications count. */
    boolean mayPrefer(String name) {
        if (allowed.isEmpty() || isNamed(allowed.get(), name)) {
            return true;
        }
        if (told.add(name)) {
            LOG.info("Tiercel: containers of queue {} go as by YARN: {} does not name it", name, YarnKeys.QUEUES);
        }
        return false;
    }
}

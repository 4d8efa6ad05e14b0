package io.tiercel.coordinator.state;

import java.util.concurrent.ConcurrentHashMap;

/**
 * One object for all equal names, since each message brings its own. Callers are not trusted: there is room for a bounded number of
 * names of a bounded length, and what does not fit is kept as it came. Thread-safe.
 */
public final class SharedNames {
    private static final int MOST_CHARACTERS = 255;

    private final ConcurrentHashMap<String, String> names = new ConcurrentHashMap<>();
    private final int most;

    /** @param most names that are shared; a few more if threads race */
    public SharedNames(int most) {
        this.most = most;
    }

    public String shared(String name) {
        String known = names.get(name);
        if (known != null) {
            return known;
        }
        if (name.length() > MOST_CHARACTERS || names.size() >= most) {
            return name;
        }
        String before = names.putIfAbsent(name, name);
        return before == null ? name : before;
    }
}

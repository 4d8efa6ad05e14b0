package io.tiercel.cli.memory;

import java.util.List;

/** A job's name for people who gave none: the same for the same paths, so that asking twice is asking once. */
final class DefaultJobName {
    private static final int LONGEST = 120;

    private DefaultJobName() {}

    static String of(String user, List<String> paths) {
        String name = user + ":" + String.join(",", paths);
        return name.length() <= LONGEST
                ? name
                : name.substring(0, LONGEST) + "~" + Integer.toHexString(name.hashCode());
    }
}

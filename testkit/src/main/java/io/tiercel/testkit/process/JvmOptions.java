package io.tiercel.testkit.process;

import java.util.ArrayList;
import java.util.List;

/** Options of the cluster's JVMs: small and quick to start. */
public final class JvmOptions {
    private static final List<String> SMALL = List.of(
            "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Xshare:auto", "-Dfile.encoding=UTF-8");

    private JvmOptions() {}

    public static List<String> daemon(int heapMiB, String classPath) {
        List<String> options = new ArrayList<>(SMALL);
        options.addAll(ClassPaths.jdkOptions());
        options.add("-Xmx" + heapMiB + "m");
        options.add("-XX:+ExitOnOutOfMemoryError");
        options.add("-cp");
        options.add(classPath);
        return options;
    }

    /** Options that give a process the identity of its node. */
    public static List<String> identity(String host) {
        return List.of(
                "-Djava.nio.channels.spi.SelectorProvider=io.tiercel.testkit.node.NodeSelectorProvider",
                "-Dtiercel.testkit.address=" + host);
    }

    /** Options of a YARN container, for the shell that starts it: it has the identity of the NodeManager's node. */
    public static List<String> container() {
        return onNode("$NM_HOST");
    }

    /** Options that Spark's Worker adds to each executor. */
    public static List<String> executor(String host) {
        return onNode(host);
    }

    private static List<String> onNode(String host) {
        List<String> options = new ArrayList<>(SMALL);
        options.add("--add-opens=java.base/sun.nio.ch=ALL-UNNAMED");
        options.addAll(identity(host));
        return options;
    }
}

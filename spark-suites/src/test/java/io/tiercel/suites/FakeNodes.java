package io.tiercel.suites;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Nodes of a cluster on one machine, each with addresses of its own: node-1 is 127.0.1.1, and its pods are 127.0.1.11 and so on. A
 * pod is a JVM that gets what the image of Spark would make of the container's environment.
 */
final class FakeNodes implements AutoCloseable {
    private static final int NODES = 2;

    private final Path home;
    private final Path directory;
    private final String dropped;
    private final Map<String, Process> pods = new ConcurrentHashMap<>();
    private int made;

    /**
     * @param home SPARK_HOME of the image
     * @param directory for the pods' logs; exists
     * @param dropped beginning of variables that a pod does not get, as when a policy of the cluster forbids them
     */
    FakeNodes(Path home, Path directory, String dropped) {
        this.home = home;
        this.directory = directory;
        this.dropped = dropped;
    }

    /** Puts a pod on the next node, writes that into it, and starts it. */
    synchronized void start(String name, ObjectNode pod) {
        int node = made % NODES + 1;
        int number = made / NODES + 1;
        made++;
        String address = "127.0." + node + ".1";
        ObjectNode spec = (ObjectNode) pod.get("spec");
        spec.put("nodeName", "node-" + node);
        ObjectNode status = pod.withObject("/status");
        status.put("phase", "Running");
        status.put("hostIP", address);
        status.put("podIP", spec.path("hostNetwork").asBoolean() ? address : address + number);
        var environment = environment(pod);
        pods.put(
                name,
                jvm(name, environment)
                        .start(
                                "org.apache.spark.scheduler.cluster.k8s.KubernetesExecutorBackend",
                                List.of(
                                        "--driver-url", environment.get("SPARK_DRIVER_URL"),
                                        "--executor-id", environment.get("SPARK_EXECUTOR_ID"),
                                        "--cores", environment.get("SPARK_EXECUTOR_CORES"),
                                        "--app-id", environment.get("SPARK_APPLICATION_ID"),
                                        "--hostname", environment.get("SPARK_EXECUTOR_POD_IP"),
                                        "--resourceProfileId", environment.get("SPARK_RESOURCE_PROFILE_ID"),
                                        "--podName", environment.get("SPARK_EXECUTOR_POD_NAME"))));
    }

    private Map<String, String> environment(ObjectNode pod) {
        var environment = new TreeMap<String, String>();
        ArrayNode variables = (ArrayNode) pod.at("/spec/containers/0/env");
        for (JsonNode variable : variables) {
            String name = variable.path("name").asText();
            String field = variable.at("/valueFrom/fieldRef/fieldPath").asText();
            if (dropped.isEmpty() || !name.startsWith(dropped)) {
                environment.put(name, field.isEmpty() ? variable.path("value").asText() : field(pod, field));
            }
        }
        return environment;
    }

    /** The downward API. */
    private static String field(ObjectNode pod, String path) {
        JsonNode value = pod.at("/" + path.replace('.', '/'));
        if (!value.isTextual()) throw new IllegalArgumentException("there is no field " + path);
        return value.asText();
    }

    private ForkedJvm jvm(String name, Map<String, String> environment) {
        var options = ForkedJvm.options("512m", SparkHome.classPath(home));
        environment.forEach((variable, value) -> {
            if (variable.startsWith("SPARK_JAVA_OPT_")) options.add(value);
        });
        var all = new TreeMap<>(environment);
        all.putAll(SparkHome.environment(home));
        return new ForkedJvm(options, all, directory, directory.resolve(name + ".log"));
    }

    boolean isRunning(String pod) {
        Process process = pods.get(pod);
        return process != null && process.isAlive();
    }

    void stop(String pod) {
        Process process = pods.remove(pod);
        if (process != null) ForkedJvm.kill(process);
    }

    @Override
    public void close() {
        List.copyOf(pods.keySet()).forEach(this::stop);
    }
}

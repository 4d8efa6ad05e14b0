package io.tiercel.spark.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarSource;
import io.fabric8.kubernetes.api.model.ObjectFieldSelector;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.deploy.k8s.KubernetesExecutorConf;
import org.apache.spark.deploy.k8s.SparkPod;
import org.apache.spark.deploy.k8s.features.KubernetesExecutorCustomFeatureConfigStep;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has Kubernetes tell each executor the name and the address of its node, by two environment variables. Spark's back end calls it
 * for each pod. Builders of the client's models changed between its versions, so this sets fields.
 */
public final class NodeNameStep implements KubernetesExecutorCustomFeatureConfigStep {
    private static final Logger LOG = LoggerFactory.getLogger(NodeNameStep.class);

    /** For Spark, which makes it by its name. Without {@code spark-kubernetes} the class cannot be loaded. */
    public NodeNameStep() {}

    @Override
    public void init(KubernetesExecutorConf conf) {}

    /** Never fails: a pod that is not changed is an executor whose node is unknown. */
    @Override
    public SparkPod configurePod(SparkPod pod) {
        try {
            addVariables(pod.container());
        } catch (RuntimeException | LinkageError e) {
            LOG.debug("an executor does not learn its node", e);
        }
        return pod;
    }

    /**
     * Tries it on a pod that nobody starts.
     *
     * @throws RuntimeException or a LinkageError if this Spark does not fit
     */
    static void tryOut() {
        Container container = SparkPod.initialPod().container();
        addVariables(container);
        if (container.getEnv().size() != 2) {
            throw new IllegalStateException("a pod got " + container.getEnv() + " instead of two variables");
        }
    }

    private static void addVariables(Container container) {
        List<EnvVar> all = new ArrayList<>(container.getEnv());
        add(all, ExecutorNode.NAME, "spec.nodeName");
        add(all, ExecutorNode.ADDRESS, "status.hostIP");
        container.setEnv(all);
    }

    /** A variable of the user's, by a pod template, has the last word. */
    private static void add(List<EnvVar> all, String name, String field) {
        if (all.stream().noneMatch(known -> name.equals(known.getName()))) {
            ObjectFieldSelector selector = new ObjectFieldSelector();
            selector.setApiVersion("v1");
            selector.setFieldPath(field);
            EnvVarSource source = new EnvVarSource();
            source.setFieldRef(selector);
            EnvVar variable = new EnvVar();
            variable.setName(name);
            variable.setValueFrom(source);
            all.add(variable);
        }
    }
}

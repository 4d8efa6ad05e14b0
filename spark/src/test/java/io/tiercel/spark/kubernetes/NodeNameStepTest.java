package io.tiercel.spark.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.tuple;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import org.apache.spark.deploy.k8s.SparkPod;
import org.junit.jupiter.api.Test;

final class NodeNameStepTest {
    private final Container container = new Container();

    private List<EnvVar> variables() {
        return new NodeNameStep()
                .configurePod(new SparkPod(new Pod(), container))
                .container()
                .getEnv();
    }

    @Test
    void thePodGetsTheNameAndTheAddressOfItsNode() {
        container.setEnv(List.of(new EnvVar("SPARK_EXECUTOR_ID", "1", null)));

        assertThat(variables())
                .extracting(
                        EnvVar::getName,
                        variable -> variable.getValueFrom() == null
                                ? variable.getValue()
                                : variable.getValueFrom().getFieldRef().getFieldPath())
                .containsExactly(
                        tuple("SPARK_EXECUTOR_ID", "1"),
                        tuple("TIERCEL_NODE_NAME", "spec.nodeName"),
                        tuple("TIERCEL_NODE_ADDRESS", "status.hostIP"));
    }

    @Test
    void aVariableOfThePodTemplateStays() {
        container.setEnv(List.of(new EnvVar("TIERCEL_NODE_NAME", "rack-7-node-3", null)));

        assertThat(variables())
                .extracting(EnvVar::getName, EnvVar::getValue)
                .contains(tuple("TIERCEL_NODE_NAME", "rack-7-node-3"))
                .hasSize(2);
        assertThat(variables()).as("twice").hasSize(2);
    }

    /** As when the client's models have changed. */
    @Test
    void aPodThatCannotBeChangedStartsAsItIs() {
        var pod = new SparkPod(new Pod(), null);

        assertThat(new NodeNameStep().configurePod(pod)).isSameAs(pod);
    }

    @Test
    void fitsThisSpark() {
        assertThatCode(NodeNameStep::tryOut).doesNotThrowAnyException();
    }
}

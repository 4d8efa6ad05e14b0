package io.tiercel.coordinator.identity;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class HadoopPermissionsTest {
    private static Permissions permissions(String dataNodes) throws IOException {
        Configuration conf = new Configuration(false);
        conf.set("dfs.datanode.kerberos.principal", dataNodes);
        return new HadoopPermissions(
                conf,
                "",
                (node, host) -> node.equals("unknown") ? Optional.empty() : Optional.of(node.equals(host + "-uuid")));
    }

    @Test
    void anAgentIsTheDataNodesPrincipalOfSomeHost() throws IOException {
        Permissions permissions = permissions("dn/_HOST@REALM");

        assertThatCode(() -> permissions.requireAnyDataNode(Optional.of("dn/one.example@REALM")))
                .doesNotThrowAnyException();
        for (String other : new String[] {
            "alice@REALM",
            "dn@REALM",
            "dn/@REALM",
            "nn/one.example@REALM",
            "dn/one.example@OTHER",
            "dn/one.example@REALM@REALM",
            "dn/one/two@REALM",
            ""
        }) {
            assertThatThrownBy(() -> permissions.requireAnyDataNode(Optional.of(other)))
                    .hasMessage("PERMISSION_DENIED: an agent must be the principal dn/_HOST@REALM, the call is of "
                            + other);
        }
        assertThatThrownBy(() -> permissions.requireAnyDataNode(Optional.empty()))
                .hasMessageContaining("the call is of none: it shows no Kerberos ticket");
    }

    @Test
    void anAgentIsTheDataNodeThatTheNameNodeKnows() throws IOException {
        Permissions permissions = permissions("dn/_HOST@REALM");
        Optional<String> one = Optional.of("dn/one@REALM");

        assertThatCode(() -> permissions.requireDataNode(one, "one-uuid", "one"))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> permissions.requireDataNode(one, "two-uuid", "one"))
                .hasMessageStartingWith(
                        "PERMISSION_DENIED: the NameNode knows the DataNode two-uuid under another host");
        assertThatThrownBy(() -> permissions.requireDataNode(one, "two-uuid", "two"))
                .hasMessageStartingWith("PERMISSION_DENIED: an agent on two must be the principal dn/two@REALM");
        assertThatThrownBy(() -> permissions.requireDataNode(one, "unknown", "one"))
                .hasMessage("UNAVAILABLE: the DataNode unknown has not registered at the NameNode yet");
    }

    @Test
    void allDataNodesMayShareAPrincipal() throws IOException {
        Permissions permissions = permissions("hdfs@REALM");

        assertThatCode(() -> permissions.requireAnyDataNode(Optional.of("hdfs@REALM")))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> permissions.requireAnyDataNode(Optional.of("alice@REALM")))
                .hasMessageContaining("the call is of alice@REALM");
    }
}

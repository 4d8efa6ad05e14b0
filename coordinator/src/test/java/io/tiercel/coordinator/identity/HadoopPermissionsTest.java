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
        return new HadoopPermissions(conf, "", (node, host) -> true);
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
    void allDataNodesMayShareAPrincipal() throws IOException {
        Permissions permissions = permissions("hdfs@REALM");

        assertThatCode(() -> permissions.requireAnyDataNode(Optional.of("hdfs@REALM")))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> permissions.requireAnyDataNode(Optional.of("alice@REALM")))
                .hasMessageContaining("the call is of alice@REALM");
    }
}

package io.tiercel.cli;

import io.tiercel.security.ChannelSecurity;
import io.tiercel.security.HadoopSecurity;
import io.tiercel.testkit.ClusterBuilder;
import io.tiercel.testkit.TieredCluster;
import io.tiercel.testkit.process.ClusterException;
import io.tiercel.testkit.secure.KerberosRealm;
import java.io.IOException;
import java.nio.file.Files;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;

/** With Kerberos, TLS, and alice's delegation token of the nameservice. */
@Tag("slow")
final class SecureFailoverIT extends FailoverScenario {
    private KerberosRealm realm;

    @Override
    ClusterBuilder builder() {
        try {
            realm = KerberosRealm.start(Files.createTempDirectory("realm"), NODES, "alice");
        } catch (IOException e) {
            throw new ClusterException("no directory for the realm", e);
        }
        return TieredCluster.builder().nodes(NODES).secured(realm);
    }

    @Override
    ChannelSecurity security(Configuration conf) throws IOException {
        return HadoopSecurity.ofUser(conf, realm.login("alice"));
    }

    @Override
    @AfterAll
    void stop() {
        super.stop();
        if (realm != null) {
            realm.close();
        }
    }
}

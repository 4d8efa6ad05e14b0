package io.tiercel.coordinator.identity;

import io.tiercel.security.HadoopTls;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import javax.net.ssl.KeyManager;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Whom a coordinator believes, and whether it encrypts.
 *
 * @param key of the server's certificate; empty for no encryption
 */
public record CoordinatorSecurity(Optional<KeyManager> key, Authenticator authenticator, Permissions permissions) {
    /** Names are believed, nothing is encrypted. */
    public static CoordinatorSecurity simple() {
        return new CoordinatorSecurity(Optional.empty(), new SimpleAuthenticator(), Permissions.everything());
    }

    public boolean isSimple() {
        return key.isEmpty();
    }

    /**
     * As Hadoop's configuration has it, in a NameNode. On a secure Hadoop there is no coordinator without proofs of identity and TLS.
     *
     * @param resourceManagers users and groups
     * @param isDataNodeOf whether a DataNode's UUID is that of a host; empty if the NameNode does not know it yet
     * @throws IOException in one line that names the keys that are missing
     */
    public static CoordinatorSecurity inNameNode(
            Configuration conf,
            TokenVerifier tokens,
            BiFunction<String, String, Optional<Boolean>> isDataNodeOf,
            String resourceManagers)
            throws IOException {
        return UserGroupInformation.isSecurityEnabled()
                ? secure(conf, tokens, isDataNodeOf, resourceManagers)
                : simple();
    }

    /**
     * As above, in a process of its own, which logs in.
     *
     * @param principalKey the key that holds its principal
     * @param keytabKey the key that holds its keytab's path
     */
    public static CoordinatorSecurity standAlone(
            Configuration conf, String principalKey, String keytabKey, String resourceManagers) throws IOException {
        UserGroupInformation.setConfiguration(conf);
        if (!UserGroupInformation.isSecurityEnabled()) {
            return simple();
        }
        for (String key : List.of(principalKey, keytabKey)) {
            if (conf.get(key) == null) {
                throw new IOException(key + " is not set; a coordinator of its own process needs it, because"
                        + " hadoop.security.authentication is kerberos");
            }
        }
        SecurityUtil.login(conf, keytabKey, principalKey);
        return secure(
                conf,
                new RemoteTokenVerifier(conf, System::nanoTime),
                (node, host) -> Optional.of(true),
                resourceManagers);
    }

    private static CoordinatorSecurity secure(
            Configuration conf,
            TokenVerifier tokens,
            BiFunction<String, String, Optional<Boolean>> isDataNodeOf,
            String resourceManagers)
            throws IOException {
        // Without _HOST it is the same on all nodes.
        String dataNodes = conf.get(HadoopPermissions.DATA_NODE, "");
        return new CoordinatorSecurity(
                Optional.of(HadoopTls.serverKey(conf)),
                new HadoopAuthenticator(
                        tokens, new KerberosSessions(KerberosSessions.ofLogin(), dataNodes::equals, System::nanoTime)),
                new HadoopPermissions(conf, resourceManagers, isDataNodeOf));
    }
}

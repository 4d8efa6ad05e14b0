package io.tiercel.coordinator.identity;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.tiercel.hdfs.resolve.Caller;
import java.io.IOException;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authorize.AccessControlList;

/** Permissions of a secure Hadoop, by the keys that HDFS itself has for them. */
final class HadoopPermissions implements Permissions {
    static final String DATA_NODE = "dfs.datanode.kerberos.principal";
    private static final String ADMINISTRATORS = "dfs.cluster.administrators";
    private static final String SUPERUSERS = "dfs.permissions.superusergroup";

    /** A service's principal: {@code dn/host.example@REALM}. */
    private static final Pattern HOST = Pattern.compile("[^/@]+/([^/@]+)@[^/@]+");

    private final String dataNode;
    private final AccessControlList administrators;
    private final AccessControlList superusers;
    private final AccessControlList resourceManagers;
    private final String ownUser;
    private final BiFunction<String, String, Optional<Boolean>> isDataNodeOf;

    /**
     * @param resourceManagers users and groups, as Hadoop writes such lists
     * @param isDataNodeOf whether a DataNode's UUID is that of a host; empty if it is not known yet
     * @throws IOException in one line, if the DataNodes' principal is not configured
     */
    HadoopPermissions(
            Configuration conf, String resourceManagers, BiFunction<String, String, Optional<Boolean>> isDataNodeOf)
            throws IOException {
        String principal = conf.get(DATA_NODE);
        if (principal == null) {
            throw new IOException(DATA_NODE + " is not set, so no agent could prove that it belongs to a DataNode");
        }
        this.dataNode = principal;
        this.administrators = new AccessControlList(conf.get(ADMINISTRATORS, " "));
        this.superusers = new AccessControlList(" " + conf.get(SUPERUSERS, "supergroup"));
        this.resourceManagers = new AccessControlList(resourceManagers);
        this.ownUser = UserGroupInformation.getLoginUser().getShortUserName();
        this.isDataNodeOf = isDataNodeOf;
    }

    @Override
    public void requireAnyDataNode(Optional<String> principal) {
        if (principal.filter(this::isOfDataNode).isEmpty()) {
            throw refusal("an agent must be the principal " + dataNode + ", the call is of "
                    + principal.orElse("none: it shows no Kerberos ticket"));
        }
    }

    /** Whether it is the principal that a DataNode has on the host that it names. */
    private boolean isOfDataNode(String principal) {
        Matcher host = HOST.matcher(principal);
        try {
            return principal.equals(SecurityUtil.getServerPrincipal(dataNode, host.matches() ? host.group(1) : "none"));
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void requireDataNode(Optional<String> principal, String node, String host) {
        String expected;
        try {
            expected = SecurityUtil.getServerPrincipal(dataNode, host);
        } catch (IOException e) {
            throw refusal("host: expected the DataNode's name, got '" + host + "'");
        }
        if (!principal.equals(Optional.of(expected))) {
            throw refusal("an agent on " + host + " must be the principal " + expected + ", the call is of "
                    + principal.orElse("none"));
        }
        // Agents try again within seconds, and an agent begins after its DataNode has registered.
        boolean isKnownThere = isDataNodeOf.apply(node, host).orElseThrow(() -> Status.UNAVAILABLE
                .withDescription("the DataNode " + node + " has not registered at the NameNode yet")
                .asRuntimeException());
        if (!isKnownThere) {
            throw refusal("the NameNode knows the DataNode " + node + " under another host than " + host);
        }
    }

    private static StatusRuntimeException refusal(String line) {
        return Status.PERMISSION_DENIED.withDescription(line).asRuntimeException();
    }

    @Override
    public boolean isAdministrator(Optional<Caller> caller) {
        return caller.filter(one -> one.user().equals(ownUser)
                        || superusers.isUserAllowed(one.hadoop())
                        || administrators.isUserAllowed(one.hadoop()))
                .isPresent();
    }

    @Override
    public boolean isResourceManager(Optional<Caller> caller) {
        return isAdministrator(caller)
                || caller.filter(one -> resourceManagers.isUserAllowed(one.hadoop()))
                        .isPresent();
    }

    @Override
    public boolean guardsResidency() {
        return true;
    }
}

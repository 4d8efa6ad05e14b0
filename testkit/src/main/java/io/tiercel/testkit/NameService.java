package io.tiercel.testkit;

import io.tiercel.testkit.process.ClusterException;
import java.io.IOException;
import java.net.InetSocketAddress;
import javax.net.SocketFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.ha.HAServiceProtocol.RequestSource;
import org.apache.hadoop.ha.HAServiceProtocol.StateChangeRequestInfo;
import org.apache.hadoop.ha.protocolPB.HAServiceProtocolClientSideTranslatorPB;

/** Tells the NameNodes of a nameservice which of them is active, as an operator does. */
record NameService(HadoopConf hadoop) {
    private static final int TIMEOUT_MILLIS = 60_000;

    /** Without asking the other NameNode, which may be dead or paused. */
    void failOverTo(int number) {
        Configuration conf = new Configuration();
        hadoop.client().forEach(conf::set);
        // As DFSHAAdmin does: this protocol has no key of its own for the server's principal.
        conf.set(
                CommonConfigurationKeys.HADOOP_SECURITY_SERVICE_USER_NAME_KEY,
                conf.get("dfs.namenode.kerberos.principal", ""));
        InetSocketAddress address = new InetSocketAddress(HadoopConf.nameNodeHost(number), hadoop.namePort());
        try (var nameNode = new HAServiceProtocolClientSideTranslatorPB(
                address, conf, SocketFactory.getDefault(), TIMEOUT_MILLIS)) {
            nameNode.transitionToActive(new StateChangeRequestInfo(RequestSource.REQUEST_BY_USER));
        } catch (IOException e) {
            throw new ClusterException("the NameNode nn" + number + " did not become active: " + e.getMessage(), e);
        }
    }
}

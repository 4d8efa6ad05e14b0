package io.tiercel.hdfs.daemon;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.namenode.ha.AbstractNNFailoverProxyProvider;
import org.apache.hadoop.hdfs.server.namenode.ha.HAProxyFactory;
import org.apache.hadoop.io.retry.FailoverProxyProvider;
import org.apache.hadoop.ipc.ExternalCall;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Lets HDFS' own client, in the NameNode's process, ask the NameNode without a connection. Each call waits in the NameNode's call queue like any other,
 * and runs as the user as whom the client was opened. So permissions, the audit log, fairness and the state of high availability
 * are HDFS' own, and nobody needs the right to act for others.
 *
 * @param <T> the client's protocol
 */
public final class InProcessNameNode<T> extends AbstractNNFailoverProxyProvider<T> {
    /** By the authority of the file system's URI. */
    private static final Map<String, NameNode> NAME_NODES = new ConcurrentHashMap<>();

    private static final String PROTOCOL = "tiercel";

    private final T proxy;
    private final boolean isNameService;

    /** Called by HDFS' client. */
    public InProcessNameNode(Configuration conf, URI uri, Class<T> protocol, HAProxyFactory<T> factory)
            throws IOException {
        super(conf, uri, protocol, factory);
        isNameService = uri.getPort() < 0;
        NameNode nameNode = NAME_NODES.get(uri.getAuthority());
        if (nameNode == null) {
            throw new IOException("no NameNode of " + uri + " runs in this process");
        }
        UserGroupInformation caller = UserGroupInformation.getCurrentUser();
        proxy = protocol.cast(Proxy.newProxyInstance(
                protocol.getClassLoader(),
                new Class<?>[] {protocol},
                (self, method, arguments) -> call(nameNode, caller, method, arguments)));
    }

    /** Changes {@code conf} so that HDFS' clients that are made with it ask this NameNode. */
    static void configure(Configuration conf, NameNode nameNode) {
        URI uri = FileSystem.getDefaultUri(conf);
        NAME_NODES.put(uri.getAuthority(), nameNode);
        conf.setClassLoader(InProcessNameNode.class.getClassLoader());
        conf.setClass(
                HdfsClientConfigKeys.Failover.PROXY_PROVIDER_KEY_PREFIX + "." + uri.getHost(),
                InProcessNameNode.class,
                FailoverProxyProvider.class);
        // There is no other NameNode to turn to, and callers have deadlines.
        conf.setInt(HdfsClientConfigKeys.Failover.MAX_ATTEMPTS_KEY, 0);
        conf.setInt(HdfsClientConfigKeys.Retry.MAX_ATTEMPTS_KEY, 0);
    }

    static void forget(NameNode nameNode) {
        NAME_NODES.values().removeIf(each -> each == nameNode);
    }

    private static Object call(NameNode nameNode, UserGroupInformation caller, Method method, Object[] arguments)
            throws Throwable {
        ExternalCall<Object> call = new ExternalCall<>(() -> invoke(nameNode, method, arguments)) {
            @Override
            public UserGroupInformation getRemoteUser() {
                return caller;
            }

            @Override
            public String getProtocol() {
                return PROTOCOL;
            }

            @Override
            public String getHostAddress() {
                return getHostInetAddress().getHostAddress();
            }

            @Override
            public InetAddress getHostInetAddress() {
                return nameNode.getNameNodeAddress().getAddress();
            }
        };
        try {
            nameNode.queueExternalCall(call);
            return call.get();
        } catch (ExecutionException e) {
            throw e.getCause();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the coordinator is closing");
        }
    }

    private static Object invoke(NameNode nameNode, Method method, Object[] arguments) throws Exception {
        try {
            return method.invoke(nameNode.getRpcServer(), arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw e;
        }
    }

    @Override
    public ProxyInfo<T> getProxy() {
        return new ProxyInfo<>(proxy, PROTOCOL);
    }

    @Override
    public void performFailover(T current) {}

    /** The URI of a nameservice has no port, and no host that could be looked up. */
    @Override
    public boolean useLogicalURI() {
        return isNameService;
    }

    @Override
    public void close() {}
}

package io.tiercel.bench.memory;

import com.sun.management.UnixOperatingSystemMXBean;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.ThreadMXBean;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** Measures another JVM. */
final class ProcessGauge implements AutoCloseable {
    /**
     * @param heap bytes that are left after a full collection
     * @param threads live ones
     * @param descriptors open files and sockets
     */
    record Reading(long heap, long threads, long descriptors) {}

    private final String name;
    private final JMXConnector connector;
    private final MemoryMXBean memory;
    private final ThreadMXBean threads;
    private final UnixOperatingSystemMXBean system;

    ProcessGauge(String name, long pid) throws IOException {
        this.name = name;
        this.connector = JMXConnectorFactory.connect(new JMXServiceURL(address(pid)));
        MBeanServerConnection connection = connector.getMBeanServerConnection();
        memory = proxy(connection, ManagementFactory.MEMORY_MXBEAN_NAME, MemoryMXBean.class);
        threads = proxy(connection, ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
        system = proxy(connection, ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME, UnixOperatingSystemMXBean.class);
    }

    private static <T> T proxy(MBeanServerConnection connection, String bean, Class<T> type) throws IOException {
        return ManagementFactory.newPlatformMXBeanProxy(connection, bean, type);
    }

    private static String address(long pid) throws IOException {
        try {
            VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
            try {
                return machine.startLocalManagementAgent();
            } finally {
                machine.detach();
            }
        } catch (AttachNotSupportedException e) {
            throw new IOException(e);
        }
    }

    String name() {
        return name;
    }

    Reading read() {
        memory.gc();
        return new Reading(
                memory.getHeapMemoryUsage().getUsed(), threads.getThreadCount(), system.getOpenFileDescriptorCount());
    }

    @Override
    public void close() {
        try {
            connector.close();
        } catch (IOException e) {
            // The process has ended.
        }
    }
}

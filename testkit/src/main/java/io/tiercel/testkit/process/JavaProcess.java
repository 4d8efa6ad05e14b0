package io.tiercel.testkit.process;

import io.tiercel.testkit.ClusterLayout;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A main class in a process of its own, on the class path of this one, which ends with the cluster for which it was started. */
public final class JavaProcess implements AutoCloseable {
    private static final int HEAP_MIB = 256;

    private final Daemon daemon;

    private JavaProcess(Daemon daemon) {
        this.daemon = daemon;
    }

    public static JavaProcess start(
            String name, ClusterLayout layout, Daemons daemons, String mainClass, List<String> arguments) {
        String classPath = System.getProperty("java.class.path")
                + File.pathSeparator
                + ClassPaths.ofThisBuild().daemonClasses();
        List<String> command = new ArrayList<>(List.of(mainClass));
        command.addAll(arguments);
        return new JavaProcess(daemons.add(
                Daemon.start(name, layout.log(name), JvmOptions.daemon(HEAP_MIB, classPath), command, Map.of())));
    }

    /** Its standard error, as it comes. */
    public Path log() {
        return daemon.log();
    }

    /** Sends a signal such as STOP, and returns once it has been sent. */
    public void signal(String name) throws IOException {
        Process kill = new ProcessBuilder(
                        "/bin/kill", "-" + name, Long.toString(daemon.handle().pid()))
                .inheritIO()
                .start();
        try {
            if (kill.waitFor() != 0) {
                throw new IOException("the " + daemon.name() + " could not be sent " + name);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Kills it as kill -9 does, and waits until it is gone. */
    public void kill() {
        daemon.kill();
    }

    @Override
    public void close() {
        kill();
    }
}

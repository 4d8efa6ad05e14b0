package io.tiercel.bench.memory;

import io.tiercel.testkit.NetworkLink;
import io.tiercel.testkit.process.Daemon;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A part of the cluster of {@link MatrixWorld} to which harm can come. */
enum Victim {
    COORDINATOR("the coordinator") {
        @Override
        List<ProcessHandle> processes(MatrixWorld world) {
            return List.of(world.coordinator().handle());
        }

        @Override
        List<NetworkLink> links(MatrixWorld world) {
            return world.coordinatorLinks();
        }

        @Override
        void start(MatrixWorld world) {
            world.startCoordinator();
        }
    },
    /** A node with all that runs on it. */
    HOST("an agent's host") {
        @Override
        List<ProcessHandle> processes(MatrixWorld world) {
            ProcessHandle worker = world.cluster().worker(1).handle();
            return Stream.concat(
                            Stream.of(world.cluster().dataNode(1).handle(), worker),
                            worker.descendants().toList().stream())
                    .toList();
        }

        @Override
        List<NetworkLink> links(MatrixWorld world) {
            return List.of(world.agentLink(1), world.dataNodeLink(1));
        }

        @Override
        void start(MatrixWorld world) {
            world.cluster().startDataNode(1);
            world.cluster().startWorker(1);
        }
    },
    DATA_NODE("a DataNode, with its agent") {
        @Override
        List<ProcessHandle> processes(MatrixWorld world) {
            return List.of(world.cluster().dataNode(0).handle());
        }

        @Override
        List<NetworkLink> links(MatrixWorld world) {
            return List.of(world.dataNodeLink(0));
        }

        @Override
        void start(MatrixWorld world) {
            world.cluster().startDataNode(0);
        }
    },
    NAME_NODE("the NameNode") {
        @Override
        List<ProcessHandle> processes(MatrixWorld world) {
            return List.of(world.cluster().nameNode(1).handle());
        }

        @Override
        List<NetworkLink> links(MatrixWorld world) {
            return world.nameNodeLinks();
        }

        @Override
        void start(MatrixWorld world) {
            world.cluster().restartNameNode(Map.of());
        }
    },
    /** Where it hosts the coordinator. */
    HOSTING_NAME_NODE("the NameNode, with the coordinator") {
        @Override
        List<ProcessHandle> processes(MatrixWorld world) {
            return NAME_NODE.processes(world);
        }

        @Override
        List<NetworkLink> links(MatrixWorld world) {
            return Stream.concat(world.nameNodeLinks().stream(), world.coordinatorLinks().stream())
                    .toList();
        }

        @Override
        void start(MatrixWorld world) {
            NAME_NODE.start(world);
        }
    },
    EXECUTOR("an executor") {
        @Override
        List<ProcessHandle> processes(MatrixWorld world) {
            return world.cluster().worker(2).handle().children().toList();
        }

        /** The links of all executors to their drivers. */
        @Override
        List<NetworkLink> links(MatrixWorld world) {
            return world.executorLinks();
        }

        /** Its Worker does. */
        @Override
        void start(MatrixWorld world) {}
    };

    private final String text;

    Victim(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }

    abstract List<ProcessHandle> processes(MatrixWorld world);

    /** The links between it and the rest of the cluster. */
    abstract List<NetworkLink> links(MatrixWorld world);

    abstract void start(MatrixWorld world);

    void signal(MatrixWorld world, String signal) throws IOException {
        for (ProcessHandle process : processes(world)) {
            if (process.isAlive()) {
                Daemon.signal(process, signal);
            }
        }
    }

    /** Whether they may open further files and connections from now on. */
    void letOpenFiles(MatrixWorld world, boolean may) throws IOException {
        for (ProcessHandle process : processes(world)) {
            Daemon.letOpenFiles(process, may);
        }
    }

    /** Whether nothing goes on without it, so that it comes back after a while. */
    boolean mustComeBack() {
        return this == NAME_NODE || this == HOSTING_NAME_NODE;
    }

    void kill(MatrixWorld world) {
        List<ProcessHandle> processes = processes(world);
        processes.forEach(ProcessHandle::destroyForcibly);
        processes.forEach(process -> process.onExit().join());
    }
}

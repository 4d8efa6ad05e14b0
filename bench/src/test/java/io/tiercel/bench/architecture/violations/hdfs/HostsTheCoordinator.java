package io.tiercel.bench.architecture.violations.hdfs;

import io.tiercel.bench.architecture.violations.coordinator.Daemon;

public final class HostsTheCoordinator {
    public Object imports() {
        return new Daemon();
    }
}

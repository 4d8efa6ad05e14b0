package io.tiercel.demo.architecture.violations.hdfs;

import io.tiercel.demo.architecture.violations.coordinator.Daemon;

public final class HostsTheCoordinator {
    public Object imports() {
        return new Daemon();
    }
}

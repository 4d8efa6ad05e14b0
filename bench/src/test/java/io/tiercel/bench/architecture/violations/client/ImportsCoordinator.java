package io.tiercel.bench.architecture.violations.client;

import io.tiercel.bench.architecture.violations.coordinator.Daemon;

public final class ImportsCoordinator {
    public Object imports() {
        return new Daemon();
    }
}

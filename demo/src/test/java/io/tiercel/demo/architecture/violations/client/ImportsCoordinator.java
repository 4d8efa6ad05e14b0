package io.tiercel.demo.architecture.violations.client;

import io.tiercel.demo.architecture.violations.coordinator.Daemon;

public final class ImportsCoordinator {
    public Object imports() {
        return new Daemon();
    }
}

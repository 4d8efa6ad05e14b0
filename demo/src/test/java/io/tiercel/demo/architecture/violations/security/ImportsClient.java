package io.tiercel.demo.architecture.violations.security;

import io.tiercel.demo.architecture.violations.client.ImportsCoordinator;

final class ImportsClient {
    static Object client() {
        return new ImportsCoordinator();
    }
}

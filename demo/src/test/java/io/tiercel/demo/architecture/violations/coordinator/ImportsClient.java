package io.tiercel.demo.architecture.violations.coordinator;

import io.tiercel.demo.architecture.violations.client.Caller;

public final class ImportsClient {
    public Object imports() {
        return new Caller();
    }
}

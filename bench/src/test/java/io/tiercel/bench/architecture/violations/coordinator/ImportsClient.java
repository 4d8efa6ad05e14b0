package io.tiercel.bench.architecture.violations.coordinator;

import io.tiercel.bench.architecture.violations.client.Caller;

public final class ImportsClient {
    public Object imports() {
        return new Caller();
    }
}

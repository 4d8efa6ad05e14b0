package io.tiercel.bench.architecture.violations.spark;

import io.tiercel.bench.architecture.violations.client.Caller;

public final class KnowsTheClient {
    public Object knows() {
        return new Caller();
    }
}

package io.tiercel.demo.architecture.violations.spark;

import io.tiercel.demo.architecture.violations.client.Caller;

public final class KnowsTheClient {
    public Object knows() {
        return new Caller();
    }
}

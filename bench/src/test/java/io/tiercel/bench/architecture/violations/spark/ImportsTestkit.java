package io.tiercel.bench.architecture.violations.spark;

import io.tiercel.bench.architecture.violations.testkit.Cluster;

public final class ImportsTestkit {
    public Object imports() {
        return new Cluster();
    }
}

package io.tiercel.demo.architecture.violations.spark;

import io.tiercel.demo.architecture.violations.testkit.Cluster;

public final class ImportsTestkit {
    public Object imports() {
        return new Cluster();
    }
}

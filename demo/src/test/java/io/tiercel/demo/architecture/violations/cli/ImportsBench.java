package io.tiercel.demo.architecture.violations.cli;

import io.tiercel.demo.architecture.violations.bench.Workload;

public final class ImportsBench {
    public Object imports() {
        return new Workload();
    }
}

package io.tiercel.bench.architecture.violations.cli;

import io.tiercel.bench.architecture.violations.bench.Workload;

public final class ImportsBench {
    public Object imports() {
        return new Workload();
    }
}

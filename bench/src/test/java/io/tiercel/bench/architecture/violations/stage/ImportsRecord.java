package io.tiercel.bench.architecture.violations.stage;

import io.tiercel.bench.architecture.violations.record.ImportsConfig;

public final class ImportsRecord {
    public Object imports() {
        return new ImportsConfig();
    }
}

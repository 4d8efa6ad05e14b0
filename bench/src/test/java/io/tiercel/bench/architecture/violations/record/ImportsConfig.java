package io.tiercel.bench.architecture.violations.record;

import io.tiercel.bench.architecture.violations.config.ImportsModel;

public final class ImportsConfig {
    public Object imports() {
        return new ImportsModel();
    }
}

package io.tiercel.bench.architecture.violations.config;

import io.tiercel.bench.architecture.violations.model.ImportsAssign;

public final class ImportsModel {
    public Object imports() {
        return new ImportsAssign();
    }
}

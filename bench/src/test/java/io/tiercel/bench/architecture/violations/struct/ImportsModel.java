package io.tiercel.bench.architecture.violations.struct;

import io.tiercel.bench.architecture.violations.model.ImportsAssign;

public final class ImportsModel {
    public Object imports() {
        return new ImportsAssign();
    }
}

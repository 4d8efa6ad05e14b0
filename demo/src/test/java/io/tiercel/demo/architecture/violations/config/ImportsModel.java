package io.tiercel.demo.architecture.violations.config;

import io.tiercel.demo.architecture.violations.model.ImportsAssign;

public final class ImportsModel {
    public Object imports() {
        return new ImportsAssign();
    }
}

package io.tiercel.demo.architecture.violations.record;

import io.tiercel.demo.architecture.violations.config.ImportsModel;

public final class ImportsConfig {
    public Object imports() {
        return new ImportsModel();
    }
}

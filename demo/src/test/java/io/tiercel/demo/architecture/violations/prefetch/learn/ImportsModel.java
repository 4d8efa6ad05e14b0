package io.tiercel.demo.architecture.violations.prefetch.learn;

import io.tiercel.demo.architecture.violations.prefetch.model.ImportsPlan;

public final class ImportsModel {
    public Object imports() {
        return new ImportsPlan();
    }
}

package io.tiercel.bench.architecture.violations.migrate;

import io.tiercel.bench.architecture.violations.cache.ImportsAssign;

public final class ImportsCache {
    public Object imports() {
        return new ImportsAssign();
    }
}

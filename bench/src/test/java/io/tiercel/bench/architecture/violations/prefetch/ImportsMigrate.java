package io.tiercel.bench.architecture.violations.prefetch;

import io.tiercel.bench.architecture.violations.migrate.ImportsCache;

public final class ImportsMigrate {
    public Object imports() {
        return new ImportsCache();
    }
}

package io.tiercel.demo.architecture.violations.migrate.estimate;

import io.tiercel.demo.architecture.violations.migrate.ledger.ImportsBind;

public final class ImportsLedger {
    public Object imports() {
        return new ImportsBind();
    }
}

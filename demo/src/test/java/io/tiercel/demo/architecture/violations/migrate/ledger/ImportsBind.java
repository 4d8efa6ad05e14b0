package io.tiercel.demo.architecture.violations.migrate.ledger;

import io.tiercel.demo.architecture.violations.migrate.bind.ImportsStatus;

public final class ImportsBind {
    public Object imports() {
        return new ImportsStatus();
    }
}

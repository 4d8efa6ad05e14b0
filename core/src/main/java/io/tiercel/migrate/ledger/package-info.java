@NullMarked
package io.tiercel.migrate.ledger;

import org.jspecify.annotations.NullMarked;

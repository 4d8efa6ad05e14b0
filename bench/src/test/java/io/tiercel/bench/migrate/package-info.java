/** The cost of migrations for a coordinator. */
@NullMarked
package io.tiercel.bench.migrate;

import org.jspecify.annotations.NullMarked;

/** What migrations cost a coordinator. */
@NullMarked
package io.tiercel.bench.migrate;

import org.jspecify.annotations.NullMarked;

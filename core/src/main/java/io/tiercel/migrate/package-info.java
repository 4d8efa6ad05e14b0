/**
 * Brings blocks into memory before they are read: which replica is migrated where and when (DYRS), who references what has come
 * in, and what has to go. {@link io.tiercel.migrate.Migrations} puts the parts together for a host, which serialises all calls.
 * Times are nanoseconds since an arbitrary origin, the same for all calls; sizes are bytes.
 */
@NullMarked
package io.tiercel.migrate;

import org.jspecify.annotations.NullMarked;

/** Read-only views of migrations: for people, for schedulers, and for the coordinator's subscriptions. */
@NullMarked
package io.tiercel.migrate.status;

import org.jspecify.annotations.NullMarked;

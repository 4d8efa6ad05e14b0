/** Clients of Spark's servers: they run on class paths without Spark and without Tiercel. Their jar is an artifact of a session. */
@NullMarked
package io.tiercel.suites.client;

import org.jspecify.annotations.NullMarked;

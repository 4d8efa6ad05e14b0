/** Applications that integration tests run in a JVM of their own. */
@NullMarked
package io.tiercel.spark.apps;

import org.jspecify.annotations.NullMarked;

/** Spark applications with our jar on YARN's own daemons. */
@NullMarked
package io.tiercel.suites.spark.yarn;

import org.jspecify.annotations.NullMarked;

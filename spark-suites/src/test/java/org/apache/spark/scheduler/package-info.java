/** What must sit in Spark's package to be a subclass of its scheduler. */
@NullMarked
package org.apache.spark.scheduler;

import org.jspecify.annotations.NullMarked;

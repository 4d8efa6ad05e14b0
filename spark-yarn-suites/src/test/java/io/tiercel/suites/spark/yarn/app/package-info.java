/** Applications that the tests submit. */
@NullMarked
package io.tiercel.suites.spark.yarn.app;

import org.jspecify.annotations.NullMarked;

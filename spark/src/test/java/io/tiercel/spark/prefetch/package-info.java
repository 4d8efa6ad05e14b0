@NullMarked
package io.tiercel.spark.prefetch;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.tiercel.spark.prefetch.learn;

import org.jspecify.annotations.NullMarked;

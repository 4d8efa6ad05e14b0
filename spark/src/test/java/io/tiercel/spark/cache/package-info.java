@NullMarked
package io.tiercel.spark.cache;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.tiercel.spark.memory;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.tiercel.spark.kubernetes;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.tiercel.spark.input;

import org.jspecify.annotations.NullMarked;

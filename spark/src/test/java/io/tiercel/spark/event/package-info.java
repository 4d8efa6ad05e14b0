@NullMarked
package io.tiercel.spark.event;

import org.jspecify.annotations.NullMarked;

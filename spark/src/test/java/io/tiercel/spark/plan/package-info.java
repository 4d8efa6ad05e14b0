@NullMarked
package io.tiercel.spark.plan;

import org.jspecify.annotations.NullMarked;

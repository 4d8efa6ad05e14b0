@NullMarked
package io.tiercel.spark.ui;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.tiercel.spark.ui.page;

import org.jspecify.annotations.NullMarked;

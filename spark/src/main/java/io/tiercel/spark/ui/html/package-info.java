@NullMarked
package io.tiercel.spark.ui.html;

import org.jspecify.annotations.NullMarked;

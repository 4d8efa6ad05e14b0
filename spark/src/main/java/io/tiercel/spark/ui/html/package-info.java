/** Writes HTML: elements, sorted tables, and the frames of charts. */
@NullMarked
package io.tiercel.spark.ui.html;

import org.jspecify.annotations.NullMarked;

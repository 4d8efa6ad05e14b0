/**
 * Tiercel's tab in Spark's web UI, live and in the history server. A listener keeps what the events say in Spark's own store of the
 * application; pages are drawn from there, as HTML and SVG, without scripts.
 */
@NullMarked
package io.tiercel.spark.ui;

import org.jspecify.annotations.NullMarked;

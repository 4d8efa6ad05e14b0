/**
 * Tiercel's tab in Spark's web UI, live and in the history server. A listener keeps the events in Spark's store of the
 * application. Pages are made from there on the server, as HTML and SVG without scripts.
 */
@NullMarked
package io.tiercel.spark.ui;

import org.jspecify.annotations.NullMarked;

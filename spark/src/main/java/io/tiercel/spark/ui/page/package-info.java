/** Pages of the tab: tables and charts of stages, jobs, queries and blocks. */
@NullMarked
package io.tiercel.spark.ui.page;

import org.jspecify.annotations.NullMarked;

/** What became of the stages: tasks by where they could read and did, what scheduling took, and the files that keep it. */
@NullMarked
package io.tiercel.spark.account;

import org.jspecify.annotations.NullMarked;

/** Accounts of the stages: where tasks could read and did, how long scheduling took, and the files that record it. */
@NullMarked
package io.tiercel.spark.account;

import org.jspecify.annotations.NullMarked;

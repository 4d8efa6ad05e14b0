@NullMarked
package io.tiercel.spark.account;

import org.jspecify.annotations.NullMarked;

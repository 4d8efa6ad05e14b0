/** TPC-H tables as the demo stores them: '|'-separated text and Parquet, written from every node of the cluster. */
@NullMarked
package io.tiercel.demo.data;

import org.jspecify.annotations.NullMarked;

package io.tiercel.hdfs.resolve;

import org.jspecify.annotations.Nullable;

/** What came of the look at one file: one of the two, or neither if there is nothing to say. */
record Located(@Nullable ResolvedFile file, @Nullable Skip skip) {}

@NullMarked
package io.tiercel.hdfs.probe;

import org.jspecify.annotations.NullMarked;

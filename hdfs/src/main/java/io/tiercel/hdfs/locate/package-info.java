@NullMarked
package io.tiercel.hdfs.locate;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.tiercel.hdfs.host;

import org.jspecify.annotations.NullMarked;

/** How the embedded cluster's HDFS daemons are started and set up. */
@NullMarked
package io.tiercel.testkit.hdfs;

import org.jspecify.annotations.NullMarked;

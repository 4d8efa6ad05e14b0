/**
 * The scene <em>shared storage</em>: the same count straight on S3 behind a slow link, through the caches of nodes, after a copy into
 * HDFS, and in HDFS (MixApart, section 8.1).
 */
@NullMarked
package io.tiercel.demo.sharedstorage;

import org.jspecify.annotations.NullMarked;

/**
 * What Spark itself loads by name, on any version of it and on any JVM from 8 on: compiled for Java 8 against Spark 3.5 with Scala 2.12. All
 * else is behind it, found by name.
 */
package io.tiercel.spark.shim;

package org.apache.spark;

/** Stands for any class of Spark, for the violation of the rule that only one module knows Spark. */
public final class StandIn {}

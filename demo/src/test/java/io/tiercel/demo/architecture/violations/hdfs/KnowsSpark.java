package io.tiercel.demo.architecture.violations.hdfs;

import org.apache.spark.StandIn;

public final class KnowsSpark {
    public Object knows() {
        return new StandIn();
    }
}

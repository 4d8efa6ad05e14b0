package io.tiercel.containers;

import java.io.DataInput;
import java.io.DataOutput;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;

/** A split that does not say which files it reads. Nobody but its task may read it. For tests of engines as well. */
public final class UnknownSplit extends InputSplit implements Writable {
    private static boolean wasRead;

    /** Whether any has been read in this JVM. Hadoop makes splits by itself, so this is static. */
    public static boolean wasRead() {
        return wasRead;
    }

    @Override
    public long getLength() {
        return 7;
    }

    @Override
    public String[] getLocations() {
        return new String[] {"n1"};
    }

    @Override
    public void write(DataOutput out) {}

    @Override
    public void readFields(DataInput in) {
        wasRead = true;
    }
}

package io.tiercel.testkit.hdfs;

import java.util.concurrent.ExecutionException;

/** Lets a NameNode stop answering for a while, without dying: its process and its connections stay. */
public interface FreezeMBean {
    /** The name under which it is registered in a NameNode. */
    String NAME = "io.tiercel.testkit:type=Freeze";

    /** From the return of this on, calls on the namespace wait. */
    void freeze() throws InterruptedException, ExecutionException;

    /** Lets the waiting calls go on. */
    void thaw() throws InterruptedException, ExecutionException;
}

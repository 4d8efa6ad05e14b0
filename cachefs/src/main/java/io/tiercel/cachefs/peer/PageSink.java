package io.tiercel.cachefs.peer;

/** Takes pages as they come. */
public interface PageSink {
    /** @param bytes nobody changes them any more */
    void take(int page, byte[] bytes);
}

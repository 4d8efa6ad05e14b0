package io.tiercel.demo.hadoop;

/**
 * One run of the query over cold partitions.
 *
 * @param round counted from 1
 * @param seconds from the query's compilation to its last row, without the wait in the queue
 * @param deviceBytes bytes that DataNodes read from devices, for the query or to bring them into memory
 * @param memoryBytes bytes that DataNodes served from memory
 * @param sha256 of the result
 */
record QueryTrial(
        int round, QueryTreatment treatment, double seconds, long deviceBytes, long memoryBytes, String sha256) {
    double fromMemory() {
        return (double) memoryBytes / (memoryBytes + deviceBytes);
    }
}

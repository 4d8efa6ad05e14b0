package io.tiercel.migrate.status;

/** Bytes of a job's blocks in memory, and bytes on their way there. */
public record JobShare(long residentBytes, long boundBytes) {
    public JobShare plus(JobShare other) {
        return new JobShare(residentBytes + other.residentBytes, boundBytes + other.boundBytes);
    }
}

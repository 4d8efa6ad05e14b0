package io.tiercel.demo.prefetch;

/**
 * A bin of Trident's table 2, by input. A job of the class reads as many blocks as one in the middle of the bin does where a block has 128
 * MB; that a block is smaller here is the scale.
 */
enum SizeClassJob {
    A(1, "up to 128 MB"),
    B(3, "128 to 512 MB"),
    C(6, "0.5 to 1 GB"),
    D(12, "1 to 2 GB"),
    E(28, "2 to 5 GB"),
    F(60, "5 to 10 GB");

    private final int blocks;
    private final String bin;

    SizeClassJob(int blocks, String bin) {
        this.blocks = blocks;
        this.bin = bin;
    }

    /** How many a job reads. */
    int blocks() {
        return blocks;
    }

    /** Input of the jobs of the trace. */
    String bin() {
        return bin;
    }

    /** Those whose input is in memory before they start, in the paper. */
    boolean small() {
        return this == A || this == B;
    }

    /** Those that the paper delays. */
    boolean middle() {
        return this == C || this == D || this == E;
    }

    /** Runs in each round: short runs are disturbed more easily. */
    int times() {
        return small() ? 3 : 1;
    }
}

package io.tiercel.demo.data;

import java.util.Arrays;

/**
 * A bin of Trident's table 2, by input. A job of the class reads as many blocks as a job in the middle of the bin, if a block has
 * 128 MB. Blocks are smaller here: that is the scale.
 */
public enum SizeClass {
    A(1, 128, "up to 128 MB"),
    B(3, 512, "128 to 512 MB"),
    C(6, 1_000, "0.5 to 1 GB"),
    D(12, 2_000, "1 to 2 GB"),
    E(28, 5_000, "2 to 5 GB"),
    F(60, 10_000, "5 to 10 GB");

    private static final long MEGABYTE = 1_000_000;

    private final int blocks;
    private final long mostMegabytes;
    private final String bin;

    SizeClass(int blocks, long mostMegabytes, String bin) {
        this.blocks = blocks;
        this.mostMegabytes = mostMegabytes;
        this.bin = bin;
    }

    /** The class of a job that reads so many bytes; larger ones than the paper's largest are of the last class. */
    public static SizeClass ofInput(long bytes) {
        return Arrays.stream(values())
                .filter(each -> bytes <= each.mostMegabytes * MEGABYTE)
                .findFirst()
                .orElse(F);
    }

    public int blocks() {
        return blocks;
    }

    /** The inputs of the bin, such as {@code 1 to 2 GB}. */
    public String bin() {
        return bin;
    }

    /** Those whose input is in memory before they start, in the paper. */
    public boolean small() {
        return this == A || this == B;
    }

    /** Those that the paper delays. */
    public boolean middle() {
        return this == C || this == D || this == E;
    }
}

package io.tiercel.linux;

/** Arithmetic on the pages of a file. */
final class Pages {
    static final int SIZE = LibC.getpagesize();

    private Pages() {}

    static long touchedBy(long offset, long length) {
        return length <= 0 ? 0 : (offset + length - 1) / SIZE - offset / SIZE + 1;
    }

    /** The first byte of the page that holds this one. */
    static long floor(long offset) {
        return offset / SIZE * SIZE;
    }

    /** The bytes of a number of a file's pages. The last page holds only the rest of the file. */
    static long bytes(long pages, long fileLength) {
        return Math.min(pages * SIZE, fileLength);
    }
}

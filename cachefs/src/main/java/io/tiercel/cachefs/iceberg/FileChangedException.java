package io.tiercel.cachefs.iceberg;

/** S3 has another version of an object than the one that is being read. */
final class FileChangedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    FileChangedException(String message) {
        super(message);
    }
}

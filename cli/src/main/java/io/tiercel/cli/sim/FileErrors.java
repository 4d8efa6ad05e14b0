package io.tiercel.cli.sim;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;

/** Explains why a file could not be read or written. The JDK's messages are often just its name. */
public final class FileErrors {
    private FileErrors() {}

    public static String of(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "there is no such file or directory";
        }
        if (e instanceof FileAlreadyExistsException) {
            return "it is a file";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof CharacterCodingException) {
            return "expected text in UTF-8";
        }
        return String.valueOf(e.getMessage());
    }
}

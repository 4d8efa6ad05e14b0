package io.tiercel.demo;

import io.tiercel.model.ByteSize;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads sizes such as 512k, 8m and 1.5g. */
final class ByteSizeConverter implements ITypeConverter<ByteSize> {
    @Override
    public ByteSize convert(String text) {
        try {
            return ByteSize.of(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}

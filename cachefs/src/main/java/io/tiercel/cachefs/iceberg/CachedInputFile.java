package io.tiercel.cachefs.iceberg;

import io.tiercel.cachefs.iceberg.SourceAnswers.Answer;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SeekableInputStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A file that is read through the cache. The source is asked for it at each opening, unless an earlier answer still counts. */
final class CachedInputFile implements InputFile {
    private static final Logger LOG = LoggerFactory.getLogger(CachedInputFile.class);

    private final InputFile source;
    private final long given;
    private final FileCache cache;
    private volatile @Nullable Answer answer;

    /** @param given length that Iceberg knows; 0 or less if it does not */
    CachedInputFile(InputFile source, long given, FileCache cache) {
        this.source = source;
        this.given = given;
        this.cache = cache;
    }

    @Override
    public long getLength() {
        if (given > 0) {
            return source.getLength();
        }
        Answer told = answer;
        if (told == null) {
            told = cache.answers().about(location());
            answer = told;
        }
        return told.length();
    }

    @Override
    public SeekableInputStream newStream() {
        Answer told;
        try {
            told = cache.answers().about(location());
        } catch (RuntimeException e) {
            LOG.debug("{} is not looked for in the cache", location(), e);
            return source.newStream(); // It shows why.
        }
        answer = told;
        boolean isAsGiven = given <= 0 || given == told.length();
        return isAsGiven && cache.keeps(location(), told)
                ? new CachedInputStream(source, told, cache)
                : source.newStream();
    }

    @Override
    public String location() {
        return source.location();
    }

    @Override
    public boolean exists() {
        return source.exists();
    }

    @Override
    public String toString() {
        return source.toString();
    }
}

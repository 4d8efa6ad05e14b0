package io.tiercel.hdfs.locate;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.UserGroupInformation;

/** One file system for every path but those of scheme {@code file}. */
final class FakeFileSystems implements FileSystems {
    final FakeFileSystem fileSystem;
    final List<String> usersAtOpen = new ArrayList<>();

    FakeFileSystems(FakeFileSystem fileSystem) {
        this.fileSystem = fileSystem;
    }

    @Override
    public URI uriOf(Path path) {
        URI uri = path.toUri();
        return uri.getScheme() == null
                ? FakeFileSystem.ROOT
                : URI.create(uri.getScheme() + "://" + (uri.getAuthority() == null ? "" : uri.getAuthority()) + "/");
    }

    @Override
    public Optional<String> whyNotLocated(String scheme) {
        return scheme.equals("file") ? Optional.of("file: no blocks") : Optional.empty();
    }

    @Override
    public FileSystem open(Key key) throws IOException {
        usersAtOpen.add(UserGroupInformation.getCurrentUser().getShortUserName());
        return fileSystem;
    }

    @Override
    public void failed(Key key, Throwable failure) {}

    @Override
    public void close() {}
}
